// Cursors for keyset pagination: their encoding, and the check that they belong to the requested list.
import { hash } from 'node:crypto';
import { ApiError } from '../../../core/api-error.ts';
import { isAhead } from '../../../core/clock-skew.ts';
import { attempt } from '../../../core/errors.ts';
import type { Caller } from '../../../core/roles.ts';
import { describe, unsetWhenEmpty } from '../../../http/params/field.ts';
import type { RawParams } from '../../../http/params/raw.ts';
import { text } from '../../../http/params/scalars.ts';
import type { Position } from './order.ts';
import { filtersOf, isList, type ListQuery, paramText, resolvedQuery } from './paging.ts';

/** Has room for the longest title, after which a list by title continues. */
const maxCursorLength = 12_000;
/** Of cursors that hold filters; clients send longer filters themselves. */
const maxLengthWithFilters = 4000;
export const cursorField = {
  cursor: unsetWhenEmpty(
    describe(
      text({ max: maxCursorLength }),
      '`next_cursor` of the previous page: continues the list with the same filters, whatever the page number',
    ),
  ),
};

export interface Cursor {
  after: Position;
  /** Time of the first page in UTC seconds, which default windows start from. */
  since: number;
}

export interface ListIdentity extends ListQuery {
  path: string;
  caller: Caller;
  language: string;
}

export interface DecodedCursor extends Cursor {
  fingerprint: unknown;
  /** Filters and page size of its list; empty if they are too long to be stored. */
  filters: RawParams;
}

const lifetimeSeconds = 7 * 86_400;

/** Parameters that do not select records, or that identify a list by other means. */
const ignoredParams = ['cursor', '_fields', 'context', 'i18n_language'];

/** Hash that identifies a list by path, caller, language and filters, whether defaults were sent or not. */
function fingerprintOf({ path, caller, language, ...query }: ListIdentity): string {
  const filters = [...filtersOf(query)]
    .filter(([name]) => !ignoredParams.includes(name))
    .map(([name, text]) => [name, isList(query.fields, name) ? members(text) : text] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([path, caller.userId, language, filters]);
  return hash('sha256', text, 'base64url').slice(0, 16);
}

/** Filters to be stored in a cursor: without the password, because cursors are not encrypted. */
const storedFilters = (query: ListQuery): [name: string, text: string][] =>
  [...filtersOf(query)].filter(([name]) => name !== 'password' && !ignoredParams.includes(name));

export const sendsFilters = ({ fields, params }: ListQuery): boolean => storedFilters({ fields, params }).length > 0;

const members = (text: string): string[] => [...new Set(text.split(',').map((member) => member.trim()))].sort();

export function encodeCursor(cursor: Cursor, list: ListIdentity): string {
  const resolved = resolvedQuery(list);
  // The list may be continued with the dates as they were sent, or as its links carry them.
  const fingerprints = new Set([fingerprintOf(list), fingerprintOf(resolved)]);
  const parts = [[...fingerprints].join('.'), cursor.since, cursor.after];
  const perPage = list.params.get('per_page');
  const filters = [
    ...storedFilters(resolved),
    ...(perPage === undefined ? [] : [['per_page', paramText(perPage, false)]]),
  ];
  const token = filters.length === 0 ? '' : tokenOf([...parts, Object.fromEntries(filters)]);
  return token === '' || token.length > maxLengthWithFilters ? tokenOf(parts) : token;
}

const tokenOf = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Throws `rest_invalid_cursor` if the cursor is malformed or expired. */
export function decodeCursor(token: string, now: number): DecodedCursor {
  const invalid = new ApiError('rest_invalid_cursor');
  const parts = attempt<unknown>(() => JSON.parse(Buffer.from(token, 'base64url').toString('utf8')));
  if (!Array.isArray(parts) || parts.length < 3 || parts.length > 4) throw invalid;
  const [fingerprint, since, after, filters = {}] = parts as [unknown, unknown, unknown, unknown];
  const isPosition =
    Array.isArray(after) && after.every((value) => typeof value === 'string' || typeof value === 'number');
  if (typeof since !== 'number' || !isPosition || after.length === 0) throw invalid;
  if (isAhead(since, now) || since < now - lifetimeSeconds) throw invalid;
  if (typeof filters !== 'object' || filters === null) throw invalid;
  const entries = Object.entries(filters);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) throw invalid;
  return { fingerprint, after: after as Position, since, filters: new Map(entries) };
}

/** Throws `rest_invalid_cursor` if the cursor belongs to another list. */
export function assertBelongsTo({ fingerprint }: DecodedCursor, list: ListIdentity): void {
  if (!String(fingerprint).split('.').includes(fingerprintOf(list))) throw new ApiError('rest_invalid_cursor');
}
