// Describes the changes of a write by the API's field names. Texts carry their language: `title@fr`.
import { formatUtc } from '../../../core/dates/civil.ts';
import type { ChangeKind } from '../../../core/kinds.ts';
import { changesOf } from '../rows/rows.ts';

export type AuditedKind = ChangeKind | 'media';

/** Value by field. */
export type State = Readonly<Record<string, unknown>>;
export type FieldChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

const names: Readonly<Record<string, string>> = {
  start_wall: 'start_date',
  end_wall: 'end_date',
  author_id: 'author',
  image_id: 'image',
  published_at: 'date_utc',
  password_hash: 'password',
  parent_id: 'parent',
};

/** Columns that are derived or never change. */
const unaudited = new Set([
  'id',
  'kind',
  'taxonomy',
  'language',
  'trashed_from',
  'modified_at',
  'start_utc',
  'end_utc',
]);
const flags = new Set(['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']);

/** Of a password only its presence is recorded. */
function auditedValue(column: string, value: unknown): unknown {
  if (column === 'password_hash') return value !== null;
  if (column === 'published_at') return formatUtc(value as number);
  if (column === 'tickets') return JSON.parse(value as string);
  return flags.has(column) ? value === 1 : value;
}

/** Audited fields of a record's row. */
export const stateOfRow = (row: object): State =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      unaudited.has(column) || column === 'event_count' ? [] : [[names[column] ?? column, auditedValue(column, value)]],
    ),
  );

export function rowChanges<Row extends object>(before: Row, after: Row): FieldChanges {
  const changed = changesOf(before, after);
  const columns = Object.keys(changed) as (keyof Row)[];
  const then = Object.fromEntries(columns.map((column) => [column, before[column]]));
  return { ...withNewPassword(changed), ...pairs(stateOfRow(then), stateOfRow(changed)) };
}

/** A replaced password is a change although its audited value stays `true`. */
const withNewPassword = (changed: object): FieldChanges =>
  'password_hash' in changed ? { password: [true, true] } : {};

const titleNames: Readonly<Record<string, string>> = { venue: 'venue', organizer: 'organizer' };

const textName = (kind: AuditedKind, column: string): string => {
  if (column === 'title') return titleNames[kind] ?? 'title';
  return kind === 'media' && column === 'description' ? 'alt_text' : column;
};

const textColumns = ['title', 'name', 'description', 'excerpt', 'website', 'event_status_reason', 'slug'];

/** Audited fields of the texts in one language. */
export const stateOfTexts = (kind: AuditedKind, language: string, texts: object): State =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([column, value]) =>
      textColumns.includes(column) ? [[`${textName(kind, column)}@${language}`, value ?? '']] : [],
    ),
  );

/** Pairs of values of the fields that differ; a missing field counts as empty. */
export function pairs(before: State, after: State): FieldChanges {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const pair = [before[field] ?? null, after[field] ?? null] as const;
      const isSame = JSON.stringify(pair[0]) === JSON.stringify(pair[1]) || pair.every((value) => !isFilled(value));
      return isSame ? [] : [[field, pair]];
    }),
  );
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);
