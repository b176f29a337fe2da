// From the values of a write to the row it makes.
import type { Problems } from '../../core/api-error.ts';
import { isBlank, toPlainText } from '../../core/text/plain-text.ts';
import type { RelatedKind, RelatedRecordsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { imageColumn } from '../media/library.ts';
import { keptHtml } from '../records/kept-html.ts';
import { patchPublication, sentTexts } from '../records/patch.ts';
import type { RecordScope, Sent } from '../records/scope.ts';
import { statusToStore } from '../records/status.ts';
import type { TextChange, Texts } from '../records/texts/texts.ts';
import { checkAuthor } from '../records/write/authors.ts';
import { publicationTime } from '../records/write/publication-date.ts';
import { emptyColumns, type RelatedValues, regionOf, relatedKinds } from './types.ts';

/** Values after the checks that need the database; texts are as they will be stored. */
export type CheckedValues = Omit<RelatedValues, 'date' | 'date_utc' | 'image'> & {
  publishedAt?: number;
  image_id?: number | null;
};

/** The record as it is; of one that is yet to be made no more than its kind. */
type Before = Pick<RelatedRecordsTable, 'kind'> & Partial<RelatedRecordsTable>;

export async function checkValues(
  db: Writer,
  before: Before,
  { values, problems }: Sent<RelatedValues>,
  scope: RecordScope,
): Promise<CheckedValues> {
  const { kind } = before;
  const { date, date_utc, image, ...sent } = values;
  const checked: CheckedValues = { ...sent, ...(await imageColumn(db, image, problems, scope)) };
  await checkAuthor(db, checked.author, problems, scope);
  const publishedAt = publicationTime({ date, date_utc }, problems, { ...scope, before: before.published_at });
  checkCoordinates(values, before, problems);
  if (typeof checked.name === 'string') {
    checked.name = toPlainText(checked.name);
    if (isBlank(checked.name)) problems.add(kind, 'text_empty');
  }
  if (checked.description) checked.description = keptHtml(checked.description, 'description', problems);
  for (const column of relatedKinds[kind].columns) {
    const value = checked[column];
    if (value) checked[column] = toPlainText(value);
  }
  return publishedAt === undefined ? checked : { ...checked, publishedAt };
}

/** Coordinates come in pairs, what is stored already included. */
function checkCoordinates(values: RelatedValues, before: Before, problems: Problems): void {
  const after = { geo_lat: before.geo_lat ?? null, geo_lng: before.geo_lng ?? null };
  for (const name of ['geo_lat', 'geo_lng'] as const) {
    if (problems.has(name)) return;
    const value = values[name];
    if (value !== undefined) after[name] = value;
  }
  if ((after.geo_lat === null) === (after.geo_lng === null)) return;
  for (const name of ['geo_lat', 'geo_lng'] as const) problems.add(name, 'coordinates_incomplete');
}

/** A record before anything was set: maps are on (D63). */
export const emptyRecord = (kind: RelatedKind, id: number, scope: RecordScope): RelatedRecordsTable => ({
  id,
  kind,
  status: statusToStore(scope.caller, undefined),
  trashed_from: null,
  author_id: scope.caller.userId,
  published_at: scope.now,
  modified_at: scope.now,
  language: scope.language,
  external_id: null,
  ...emptyColumns,
  show_map: 1,
  show_map_link: 1,
  image_id: null,
  geo_lat: null,
  geo_lng: null,
});

/** Only the fields sent change (D20); `null` empties, switches go back to on. */
export function applyValues(
  before: RelatedRecordsTable,
  values: CheckedValues,
  scope: RecordScope,
): { row: RelatedRecordsTable; texts: TextChange } {
  const after: RelatedRecordsTable = { ...before, ...patchPublication(before, values, scope) };
  for (const column of relatedKinds[before.kind].columns)
    if (values[column] !== undefined) after[column] = values[column] ?? '';
  for (const column of ['show_map', 'show_map_link'] as const) {
    if (values[column] !== undefined) after[column] = values[column] === false ? 0 : 1;
  }
  for (const column of ['geo_lat', 'geo_lng'] as const)
    if (values[column] !== undefined) after[column] = values[column];
  if (values.image_id !== undefined) after.image_id = values.image_id;
  if (before.kind === 'venue') after.stateprovince = stateProvince(before, after, values);
  const { name: title, description, website } = values;
  return { row: after, texts: sentTexts({ title, description, website }) };
}

type Region = Pick<RelatedRecordsTable, 'country' | 'state' | 'province' | 'stateprovince'>;

/** As sent; else made from state or province, unless it had been set by hand and these say nothing. */
function stateProvince(before: Region, after: Region, values: CheckedValues): string {
  if (values.stateprovince) return after.stateprovince;
  const touched = (['country', 'state', 'province', 'stateprovince'] as const).some(
    (name) => values[name] !== undefined,
  );
  if (!touched) return before.stateprovince;
  const wasDerived = values.stateprovince === null || before.stateprovince === regionOf(before);
  return wasDerived ? regionOf(after) : before.stateprovince;
}

/** What a search looks through beside name, description and excerpt. */
export const searchable =
  (row: RelatedRecordsTable) =>
  (texts: Texts): string[] =>
    relatedKinds[row.kind].searched.map((column) => (column === 'website' ? texts.website : row[column]));
