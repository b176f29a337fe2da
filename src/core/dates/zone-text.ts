import { maxOffsetSeconds } from './fixed-offset.ts';

/** The zone of a date: none, an offset, or a name to be looked up. */
export type ZoneText = { kind: 'none' } | { kind: 'offset'; seconds: number } | { kind: 'name'; name: string };

// Abbreviations that are unambiguous in practice; IST, for example, is Indian, Irish and Israeli. The American ones are
// those of RFC 2822.
const offsetHours: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  UT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  SAST: 2,
  EAT: 3,
  NST: -3.5,
  NDT: -2.5,
  AST: -4,
  ADT: -3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  JST: 9,
  KST: 9,
  HKT: 8,
  SGT: 8,
  AWST: 8,
  ACST: 9.5,
  ACDT: 10.5,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
};

// A zone name after an offset is ignored: JavaScript's Date writes it in parentheses, Temporal in brackets.
const remark = /(?<=[+-]\d\d:?\d\d|z)(?: ?\([^()]*\)|\[[\w/+:-]+\])$/i;

/**
 * Reads the rest of a text after a day or a clock time; undefined if it is no zone. After a day without a time the
 * offset needs its colon: `2027-05-10-05` is a typing error.
 */
export function readZone(text: string, afterClock: boolean): ZoneText | undefined {
  const bare = text.replace(remark, '').trim();
  if (bare === '') return { kind: 'none' };
  const seconds = readOffset(bare, afterClock);
  if (seconds !== undefined) return { kind: 'offset', seconds };
  return /^[a-z][\w/+:.-]*$/i.test(bare) ? { kind: 'name', name: bare } : undefined;
}

function readOffset(text: string, afterClock: boolean): number | undefined {
  const letters = text.toUpperCase();
  if (Object.hasOwn(offsetHours, letters)) return offsetHours[letters]! * 3_600;
  // JavaScript's Intl writes `GMT+2`. A single digit without letters is more likely the end of a range: `10:00-5`.
  const padded = text.replace(/(?<=^(?:UTC|GMT)[+-])(?=\d(?::|$))/i, '0');
  const match = /^(?:UTC|GMT)? ?([+-])(\d\d)(?:(:?)([0-5]\d))?$/i.exec(padded);
  if (match === null || (!afterClock && match[3] !== ':')) return undefined;
  const seconds = Number(match[2]) * 3_600 + Number(match[4] ?? 0) * 60;
  if (seconds > maxOffsetSeconds) return undefined;
  return match[1] === '-' ? -seconds : seconds;
}
