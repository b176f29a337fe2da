// Audited states of records: what changed in a row, and the complete state before and after a rare write.
import { formatUtc } from '../../../core/dates/civil.ts';
import { isTaxonomy, type LoggedKind } from '../../../core/kinds.ts';
import type { Reader, Writer } from '../../../store/store.ts';
import { eventTable } from '../../events/fields/table.ts';
import { linksByEvents } from '../../related/repository-events.ts';
import { relatedColumnTable } from '../../related/table.ts';
import { termIdsByTaxonomy } from '../../terms/repository-events.ts';
import { columnTypesOf } from '../field-table.ts';
import { tableOf } from '../rows/record-table.ts';
import { changesOf } from '../rows/rows.ts';
import type { WriteOrigin } from '../scope.ts';
import { type FieldChanges, pairs, recordAudit, type State, stateOfTexts, updateOf } from './audit-log.ts';

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
  'event_count',
]);
const columnTypes = columnTypesOf({ ...relatedColumnTable, ...eventTable });

/** The value to record; of a password, only whether there is one. */
function auditedValue(column: string, value: unknown): unknown {
  if (column === 'password_hash') return value !== null;
  if (column === 'published_at') return formatUtc(value as number);
  const type = columnTypes.get(column);
  return type ? type.show(value) : value;
}

const stateOfRow = (row: object): State =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      unaudited.has(column) ? [] : [[names[column] ?? column, auditedValue(column, value)]],
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

/** The complete state, read with several queries. Empty if the record does not exist. */
export async function stateOf(db: Reader, kind: LoggedKind, id: number): Promise<State> {
  const row = await db.selectFrom(tableOf(kind)).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return {};
  const texts = await textsOf(db, kind, id);
  const textStates = texts.map(({ language, ...columns }) => stateOfTexts(kind, language, columns));
  const relations = await relationsOf(db, kind, id);
  return Object.assign({}, kind === 'media' ? {} : stateOfRow(row), ...textStates, relations) as State;
}

const textsOf = (db: Reader, kind: LoggedKind, id: number): Promise<{ language: string }[]> =>
  isTaxonomy(kind)
    ? db.selectFrom('term_texts').selectAll().where('term_id', '=', id).execute()
    : db.selectFrom('record_texts').selectAll().where('record_id', '=', id).execute();

async function relationsOf(db: Reader, kind: LoggedKind, id: number): Promise<State> {
  if (kind !== 'event') return {};
  const { venue, organizer } = (await linksByEvents(db, [id]))(id);
  const { category: categories, tag: tags } = (await termIdsByTaxonomy(db, [id]))(id);
  return { venue, organizer, categories, tags };
}

/** Runs `change` and records what it changes of the record. */
export async function auditing<T>(
  db: Writer,
  by: WriteOrigin,
  { kind, id }: { kind: LoggedKind; id: number },
  change: () => Promise<T>,
): Promise<T> {
  const before = await stateOf(db, kind, id);
  const result = await change();
  const after = await stateOf(db, kind, id);
  await recordAudit(db, by, [updateOf(kind, id, pairs(before, after))]);
  return result;
}
