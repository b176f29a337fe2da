// Continuing a list where it was left, whatever has changed before that place.
import { hash } from 'node:crypto';
import { ApiError } from '../../../core/api-error.ts';
import { isAhead } from '../../../core/clock-skew.ts';
import type { Caller } from '../../../core/roles.ts';
import type { RawParams } from '../../../http/params/raw.ts';
import { longestCursor } from './order-fields.ts';
import { type Asked, filtersOf, isList, textOf } from './paging.ts';

/** Values of the last row by which the list is ordered, its id last. */
export type Position = readonly (string | number)[];

export interface Cursor {
  after: Position;
  /** UTC seconds of the first page: what a default window and publication times are judged by. */
  since: number;
}

export interface ListIdentity extends Asked {
  path: string;
  caller: Caller;
  language: string;
}

/** A cursor, and the list that it says it is of. */
export interface SentCursor extends Cursor {
  print: unknown;
  /** The filters of that list, and how many records its pages have; nothing where they are too long to be kept. */
  kept: RawParams;
}

const lifetimeSeconds = 7 * 86_400;

/** They choose none of the events, or are told otherwise. */
const apart = ['cursor', '_fields', 'context', 'i18n_language'];

/**
 * Everything that makes a list this list: another filter, caller or language is another list. However a filter is
 * spelled, and whether a default was sent or left to us, it is the same as in the links of the list.
 */
function fingerprint({ path, caller, language, ...asked }: ListIdentity): string {
  const filters = [...filtersOf(asked)]
    .filter(([name]) => !apart.includes(name))
    .map(([name, text]) => [name, isList(asked.fields, name) ? members(text) : text] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([path, caller.userId, language, filters]);
  return hash('sha256', text, 'base64url').slice(0, 16);
}

/** A cursor keeps all but the password, which is not written where it can be read. */
const keptFilters = (asked: Asked): [name: string, text: string][] =>
  [...filtersOf(asked)].filter(([name]) => name !== 'password' && !apart.includes(name));

export const sendsFilters = ({ fields, params }: Asked): boolean => keptFilters({ fields, params }).length > 0;

const members = (text: string): string[] => [...new Set(text.split(',').map((member) => member.trim()))].sort();

export function encodeCursor(cursor: Cursor, list: ListIdentity): string {
  const parts = [fingerprint(list), cursor.since, cursor.after];
  const perPage = list.params.get('per_page');
  const kept = [...keptFilters(list), ...(perPage === undefined ? [] : [['per_page', textOf(perPage, false)]])];
  const whole = kept.length === 0 ? '' : tokenOf([...parts, Object.fromEntries(kept)]);
  return whole === '' || whole.length > longestCursor ? tokenOf(parts) : whole;
}

const tokenOf = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Throws `rest_invalid_cursor` for what is malformed or expired. */
export function decodeCursor(token: string, now: number): SentCursor {
  const invalid = new ApiError('rest_invalid_cursor');
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    throw invalid;
  }
  if (!Array.isArray(parts) || parts.length < 3 || parts.length > 4) throw invalid;
  const [print, since, after, kept = {}] = parts as [unknown, unknown, unknown, unknown];
  const isPosition =
    Array.isArray(after) && after.every((value) => typeof value === 'string' || typeof value === 'number');
  if (typeof since !== 'number' || !isPosition || after.length === 0) throw invalid;
  if (isAhead(since, now) || since < now - lifetimeSeconds) throw invalid;
  if (typeof kept !== 'object' || kept === null) throw invalid;
  const entries = Object.entries(kept);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) throw invalid;
  return { print, after: after as Position, since, kept: new Map(entries) };
}

/** Throws `rest_invalid_cursor` for a cursor of another list. */
export function assertOf({ print }: SentCursor, list: ListIdentity): void {
  if (print !== fingerprint(list)) throw new ApiError('rest_invalid_cursor');
}
