// Compares the expansion of recurrence rules with other libraries. Each difference must be explained by RFC 5545, and each
// explanation must still be needed.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasPython, readWith } from '../../../support/python/python.ts';
import { runs } from '../../../support/runs.ts';
import { zones } from '../../../support/zones.ts';
import {
  type Case,
  comesTwice,
  compare,
  expandHere,
  isSkipped,
  ofRules,
  secondsOf,
  unexplained,
  unsynchronised,
} from './expansion.ts';

const { cases } = JSON.parse(readFileSync(new URL('libical.json', import.meta.url), 'utf8')) as {
  cases: { rule: string; start: string; instances: string }[];
};

const libicalExplanations = [
  unsynchronised,
  ofRules(
    ['FREQ=YEARLY;BYMONTHDAY=29;COUNT=3', 'FREQ=YEARLY;BYMONTHDAY=-29,-1;COUNT=4'],
    '3.3.10: BYMONTHDAY expands a year, without BYMONTH all of its months; libical takes the month of DTSTART alone',
  ),
  ofRules(
    [
      'FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA;INTERVAL=6;UNTIL=20170101T000000Z',
      'FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA;INTERVAL=5;UNTIL=20170101T000000Z',
      'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU;INTERVAL=3;UNTIL=20320101',
    ],
    '3.3.10: INTERVAL counts the years of YEARLY from that of DTSTART; libical counts from the year of its week',
  ),
];

test('The rules of libical give the instances that libical expects', () => {
  const differences = cases.flatMap(({ rule, start, instances }) => {
    const one = { rule, start, zone: 'UTC', until: '21500101' };
    return compare(one, expandHere(one), instances.split(',').map(secondsOf));
  });
  expect(unexplained(differences, libicalExplanations)).toEqual({ differences: [], explanations: [] });
  expect(cases.length).toBeGreaterThan(130);
});

const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const listOf = <T>(item: fc.Arbitrary<T>) =>
  fc.uniqueArray(item, { minLength: 1, maxLength: 3 }).map((items) => items.join());
const part = (name: string, values: fc.Arbitrary<string>) =>
  fc.option(values, { nil: undefined, freq: 1 }).map((value) => (value === undefined ? [] : [`${name}=${value}`]));
const anyOf = (...numbers: number[]) => listOf(fc.constantFrom(...numbers));
const numbered = fc.tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), weekday).map(([number, name]) => `${number}${name}`);

/** The rule parts that are in use for each frequency. */
const partsOf = {
  DAILY: [part('BYMONTH', anyOf(1, 2, 6, 12)), part('BYDAY', listOf(weekday))],
  WEEKLY: [part('BYDAY', listOf(weekday)), part('BYMONTH', anyOf(1, 3, 7, 10)), part('WKST', weekday)],
  MONTHLY: [part('BYDAY', fc.oneof(listOf(weekday), listOf(numbered))), part('BYSETPOS', anyOf(1, 2, -1))],
  YEARLY: [part('BYMONTH', anyOf(1, 2, 3, 11)), part('BYMONTHDAY', anyOf(1, 13, 29, 31, -1))],
} satisfies Record<string, fc.Arbitrary<string[]>[]>;

const end = fc.constantFrom('', ';COUNT=1', ';COUNT=7', ';COUNT=40', ';UNTIL=20280615T120000Z');
const rule = fc.constantFrom(...(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const)).chain((frequency) =>
  fc.tuple(fc.integer({ min: 1, max: 4 }), end, ...partsOf[frequency]).map(
    ([interval, until, ...parts]) =>
      // A position must be within its set.
      [`FREQ=${frequency}`, `INTERVAL=${interval}`, ...parts.flat()]
        .filter((one, _, all) => !one.startsWith('BYSETPOS') || all.some((other) => other.startsWith('BYDAY')))
        .join(';') + until,
  ),
);
const start = fc
  .tuple(fc.integer({ min: 0, max: 365 }), fc.constantFrom('090000', '013000', '023000', '233000'))
  .map(
    ([day, clock]) => new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '') + `T${clock}`,
  );
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    rule,
    start,
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
    until: fc.constant('20300101'),
  })
  // Starts that a clock change skips are tested elsewhere.
  .filter((one) => zones.toWall(zones.toEpoch(wallOf(one.start), one.zone).epoch, one.zone) === wallOf(one.start));

const wallOf = (text: string): string => new Date(secondsOf(text) * 1000).toISOString().slice(0, 19).replace('T', ' ');

const isHere = hasPython('recurring_ical_events');
if (!isHere) process.stderr.write('python3-recurring-ical-events is missing: rules are not compared with it.\n');

test.runIf(isHere)(
  'Random rules give the instances that python3-recurring-ical-events gives',
  { timeout: runs(30_000) },
  () => {
    const some = fc.sample(anyCase, { seed: 21, numRuns: runs(300) });
    const theirs = readWith<(number[] | string)[]>('expand-rules.py', JSON.stringify(some));
    const differences = some.flatMap((one, at) => {
      const found = theirs[at];
      if (!Array.isArray(found)) throw new Error(`${one.rule}: ${found}`);
      const isWithin = (at: number) => at < secondsOf(one.until);
      return compare(one, expandHere(one).filter(isWithin), found.filter(isWithin));
    });
    expect(unexplained(differences, [comesTwice, isSkipped])).toEqual({ differences: [], explanations: [] });
  },
);
