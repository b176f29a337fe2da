// Strict readers of the members of an export, which this program wrote.
import { parseWall } from '../../core/dates/civil.ts';
import type { ColumnType } from '../../resources/records/column-types.ts';
import { isRecord, type RawRecord } from '../rest/values.ts';

/** Why a record is malformed; the message completes "the record …". */
export class ShapeProblem extends Error {}

/** Reads the members of a record, each by its name. */
export interface Members {
  text(name: string): string;
  textOrNull(name: string): string | null;
  /** Not negative. */
  integer(name: string): number;
  /** UTC seconds. */
  instant(name: string): number;
  wall(name: string): string;
  oneOf<T extends string>(name: string, values: readonly T[]): T;
  oneOfOrNull<T extends string>(name: string, values: readonly T[]): T | null;
  numberOrNull(name: string): number | null;
  ids(name: string): number[];
  /** As described by the field table. */
  column(name: string, type: ColumnType<unknown, unknown>): unknown;
  raw(name: string): unknown;
  /** The records of a member that is an object, by their keys. */
  byKey(name: string): [string, Members][];
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

export function membersOf(value: unknown): Members {
  if (!isRecord(value)) throw new ShapeProblem('is not an object');
  const record: RawRecord = value;
  const check = <T>(name: string, expected: string, read: (value: unknown) => T | undefined): T => {
    const found = read(Object.hasOwn(record, name) ? record[name] : undefined);
    if (found === undefined) throw new ShapeProblem(`has no ${expected} as "${name}"`);
    return found;
  };
  const members: Members = {
    text: (name) => check(name, 'text', (raw) => (typeof raw === 'string' && raw.isWellFormed() ? raw : undefined)),
    textOrNull: (name) => (record[name] === null ? null : members.text(name)),
    integer: (name) => check(name, 'whole number', (raw) => (isCount(raw) ? raw : undefined)),
    instant: (name) => check(name, 'date', (raw) => (typeof raw === 'string' ? parseWall(raw) : undefined)),
    wall: (name) =>
      check(name, 'date', (raw) => (typeof raw === 'string' && parseWall(raw) !== undefined ? raw : undefined)),
    oneOf: (name, values) => check(name, values.join(', '), (raw) => values.find((known) => known === raw)),
    oneOfOrNull: (name, values) => (record[name] === null ? null : members.oneOf(name, values)),
    numberOrNull: (name) =>
      record[name] === null ? null : check(name, 'number', (raw) => (typeof raw === 'number' ? raw : undefined)),
    ids: (name) => check(name, 'list of ids', (raw) => (Array.isArray(raw) && raw.every(isCount) ? raw : undefined)),
    column: (name, type) => check(name, type.expected, (raw) => type.restore(raw)),
    raw: (name) => record[name],
    byKey: (name) =>
      check(name, 'object', (raw) =>
        isRecord(raw) ? Object.entries(raw).map(([key, inner]) => [key, membersOf(inner)]) : undefined,
      ),
  };
  return members;
}
