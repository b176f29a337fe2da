import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { createZoneData } from './abbreviations.ts';
import { formatUtc } from './civil.ts';
import { createZones } from './zones.ts';

interface Answers {
  epoch: number;
  offset: number;
  /** Wall clocks around the transition, by the offsets before and after it, with their instants. */
  walls: { wall: string; meant: { epoch: number; wall: string } }[];
}

const first = Date.UTC(2000, 0, 1) / 1_000;
const last = Date.UTC(2040, 0, 1) / 1_000;
const around = [-3_600, -1, 0, 1, 3_600];
const zones = createZones();

/** Names that ICU treats as one zone share Temporal's results, which are slow; each name is checked by itself. */
function createOracle(): (name: string) => readonly Answers[] {
  const known = new Map<string, readonly Answers[]>();
  return (name) => {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    const answers = known.get(zone) ?? listTransitions(name).flatMap((at) => askAround(at, name));
    known.set(zone, answers);
    return answers;
  };
}

function listTransitions(zone: string): number[] {
  const found: number[] = [];
  let here: Temporal.ZonedDateTime | null = toTemporal(first - 1, zone).getTimeZoneTransition('next');
  while (here && here.epochMilliseconds / 1_000 < last) {
    found.push(here.epochMilliseconds / 1_000);
    here = here.getTimeZoneTransition('next');
  }
  return found;
}

function askAround(transition: number, zone: string): Answers[] {
  const offsets = [toOffset(toTemporal(transition - 1, zone)), toOffset(toTemporal(transition, zone))];
  return around.map((distance) => {
    const epoch = transition + distance;
    const walls = offsets.map((offset) => formatUtc(epoch + offset));
    return {
      epoch,
      offset: toOffset(toTemporal(epoch, zone)),
      walls: walls.map((wall) => ({ wall, meant: resolve(wall, zone) })),
    };
  });
}

function resolve(wall: string, zone: string): { epoch: number; wall: string } {
  const parts = wall.split(/[- :]/).map(Number) as [number, number, number, number, number, number];
  const exact = new Temporal.PlainDateTime(...parts).toZonedDateTime(zone, { disambiguation: 'compatible' });
  const epoch = exact.epochMilliseconds / 1_000;
  return { epoch, wall: formatUtc(epoch + toOffset(exact)) };
}

function toTemporal(epoch: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epoch * 1_000).toZonedDateTimeISO(zone);
}

function toOffset(exact: Temporal.ZonedDateTime): number {
  return exact.offsetNanoseconds / 1e9;
}

function findFaults(zone: string, { epoch, offset, walls }: Answers): string[] {
  const faults: string[] = [];
  if (zones.offsetSeconds(epoch, zone) !== offset) faults.push(`${zone} ${epoch}: offset`);
  if (zones.toWall(epoch, zone) !== formatUtc(epoch + offset)) faults.push(`${zone} ${epoch}: wall`);
  if (zones.abbreviation(epoch, zone) === '') faults.push(`${zone} ${epoch}: abbreviation`);
  for (const { wall, meant } of walls) {
    const ours = zones.toEpoch(wall, zone);
    if (ours.epoch !== meant.epoch || ours.wall !== meant.wall) faults.push(`${zone} ${wall}: instant`);
  }
  return faults;
}

// Takes seven seconds, nearly all of it Temporal's search for transitions, and longer on a busy machine.
test('Every transition of every zone from 2000 to 2040 is that of Temporal', { timeout: 120_000 }, () => {
  const ask = createOracle();
  let count = 0;
  const faults = createZoneData()
    .names()
    .flatMap((zone) => {
      const answers = ask(zone);
      count += answers.length / around.length;
      return answers.flatMap((answer) => findFaults(zone, answer));
    });
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(10_000);
});
