// Continuing a list where it was left, whatever has changed before that place.
import { createHash } from 'node:crypto';
import { ApiError } from '../../core/api-error.ts';
import type { Viewer } from '../../core/roles.ts';
import type { RawParams } from '../../http/params/raw.ts';

/** Values of the last row by which the list is ordered, its id last. */
export type Position = readonly (string | number)[];

export interface Cursor {
  after: Position;
  /** UTC seconds of the first page: what a default window and publication times are judged by. */
  since: number;
}

export interface ListIdentity {
  path: string;
  params: RawParams;
  viewer: Viewer;
  language: string;
}

const lifetimeSeconds = 7 * 86_400;

/** Everything that makes a list this list: another filter, viewer or language is another list. */
function fingerprint({ path, params, viewer, language }: ListIdentity): string {
  const filters = [...params].filter(
    ([name]) => !['cursor', 'page', 'per_page', '_fields', '_envelope'].includes(name),
  );
  filters.sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([path, viewer.userId, language, filters]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

export function encodeCursor(cursor: Cursor, list: ListIdentity): string {
  return Buffer.from(JSON.stringify([fingerprint(list), cursor.since, cursor.after])).toString('base64url');
}

/** Throws `rest_invalid_cursor` for what is malformed, expired, or of another list. */
export function decodeCursor(token: string, list: ListIdentity, now: number): Cursor {
  const invalid = new ApiError('rest_invalid_cursor');
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    throw invalid;
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw invalid;
  const [print, since, after] = parts as [unknown, unknown, unknown];
  const isPosition =
    Array.isArray(after) && after.every((value) => typeof value === 'string' || typeof value === 'number');
  if (print !== fingerprint(list) || typeof since !== 'number' || !isPosition || after.length === 0) throw invalid;
  if (since > now || since < now - lifetimeSeconds) throw invalid;
  return { after: after as Position, since };
}
