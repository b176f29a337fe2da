// Rules expanded by our importer, for comparison with others.
import { occurrencesOf } from '../../../../src/import/ical/occurrences.ts';
import { readProperties } from '../../../../src/import/ical/properties.ts';
import { createZoneFinder } from '../../../../src/import/ical/time-zones.ts';
import { readTime } from '../../../../src/import/ical/times.ts';
import { zones } from '../../../support/zones.ts';
import { now } from '../../support.ts';

export interface Case {
  rule: string;
  /** `20270201T100000`, or a day. */
  start: string;
  zone: string;
  /** The day after the last one. */
  until: string;
}

/** UTC seconds; days count as in UTC. */
export function expandHere({ rule, start, zone, until }: Case): number[] {
  const isDay = start.length === 8;
  const behind = isDay ? ';VALUE=DATE' : zone === 'UTC' ? '' : `;TZID=${zone}`;
  const text = [`DTSTART${behind}:${start}${!isDay && zone === 'UTC' ? 'Z' : ''}`, `RRULE:${rule}`];
  const properties = readProperties({
    lines: text.map((line, at) => ({ text: line, number: at + 2, isCut: false })),
  });
  const findZone = createZoneFinder(new Map(), { zones, siteZone: 'UTC', now });
  const times = { zones, defaultZone: 'UTC', findZone };
  const time = readTime(properties.first('DTSTART')!, times, () => {});
  if (time === undefined) throw new Error(start);
  const window = { from: secondsOf(start) - 86_400, to: secondsOf(until), max: 2000 };
  const { occurrences } = occurrencesOf(properties, time, window, times, () => {});
  return occurrences.map((one) =>
    one.start.kind === 'day' ? secondsOf(one.start.day.replaceAll('-', '')) : one.start.epoch,
  );
}

/** Parses a time of iCalendar as UTC. */
export const secondsOf = (text: string): number =>
  Date.parse(
    `${text.slice(0, 8).replace(/(....)(..)/, '$1-$2-')}T${(text.slice(9) || '000000').replace(/(..)(..)/, '$1:$2:')}Z`,
  ) / 1000;

interface Instances {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** Occurrences that only one of the two expansions contains. */
export interface Difference extends Case, Instances {}

export interface Explanation {
  /** With the section of RFC 5545. */
  why: string;
  /** The differences that it does not explain. */
  rest(difference: Difference): Instances;
}

export function compare(one: Case, ours: readonly number[], theirs: readonly number[]): Difference[] {
  const difference = {
    ...one,
    ours: ours.filter((at) => !theirs.includes(at)),
    theirs: theirs.filter((at) => !ours.includes(at)),
  };
  return sizeOf(difference) === 0 ? [] : [difference];
}

const sizeOf = ({ ours, theirs }: Instances): number => ours.length + theirs.length;

/** Unexplained differences, and unused explanations. */
export function unexplained(differences: readonly Difference[], explanations: readonly Explanation[]) {
  const used = new Set<string>();
  const rests = differences.map((whole) => {
    let difference = whole;
    for (const { why, rest } of explanations) {
      const { ours, theirs } = rest(difference);
      if (sizeOf({ ours, theirs }) < sizeOf(difference)) used.add(why);
      difference = { ...whole, ours, theirs };
    }
    return difference;
  });
  const shown = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);
  return {
    differences: rests
      .filter((rest) => sizeOf(rest) > 0)
      .map(({ rule, start, zone, ours, theirs }) => ({
        rule,
        start,
        zone,
        ours: ours.map(shown),
        theirs: theirs.map(shown),
      })),
    explanations: explanations.map(({ why }) => why).filter((why) => !used.has(why)),
  };
}

const none: Instances = { ours: [], theirs: [] };

export const ofRules = (rules: readonly string[], why: string): Explanation => ({
  why,
  rest: (difference) => (rules.includes(difference.rule) ? none : difference),
});

export const unsynchronised: Explanation = {
  why: '3.3.10: DTSTART is always an instance and the first that COUNT counts; 3.8.5.3: where the rule does not give it, the set is undefined',
  rest(difference) {
    const { ours, theirs, start, zone, rule } = difference;
    const isStart = zone === 'UTC' && ours.length === 1 && ours[0] === secondsOf(start);
    return isStart && theirs.length <= (/COUNT=/.test(rule) ? 1 : 0) ? none : difference;
  },
};

export const comesTwice: Explanation = {
  why: '3.3.5: a local time that comes twice is the first of both',
  rest: ({ ours, theirs, zone }) => {
    const isLater = (at: number) =>
      ours.includes(at - 3600) && zones.toWall(at, zone) === zones.toWall(at - 3600, zone);
    return { ours: ours.filter((at) => !isLater(at + 3600)), theirs: theirs.filter((at) => !isLater(at)) };
  },
};

export const isSkipped: Explanation = {
  why: '3.3.10: instances at a local time that a change of clocks skips are ignored and not counted',
  rest: ({ ours, theirs, zone, start, rule }) => {
    const clock = start.slice(9).replace(/(..)(..)(..)/, '$1:$2:$3');
    const left = theirs.filter((at) => zones.toWall(at, zone).slice(11) === clock);
    const skipped = /COUNT=/.test(rule) ? theirs.length - left.length : 0;
    return { ours: ours.slice(0, ours.length - skipped), theirs: left };
  },
};
