// Validates the values of a write and applies them to a row.
import type { Problems } from '../../core/api-error.ts';
import type { RelatedKind } from '../../core/kinds.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { imageColumn } from '../media/library.ts';
import { changesIn, cleanerOf } from '../records/field-table.ts';
import type { RecordScope, Sent } from '../records/scope.ts';
import type { StatedTexts } from '../records/texts/texts.ts';
import { checkAuthor, newPublication, patchPublication, publicationTime } from '../records/write/publication.ts';
import type { Applied } from '../records/write/save.ts';
import type { RelatedValues } from './schemas.ts';
import { emptyRelatedColumns, relatedTables } from './table.ts';
import { regionOf } from './types.ts';

/** Values that have passed the checks against the database. Texts are in their stored form. */
export type CheckedValues = Omit<RelatedValues, 'date' | 'date_utc' | 'image'> & {
  publishedAt?: number;
  image_id?: number | null;
};

const cleaners = { venue: cleanerOf(relatedTables.venue), organizer: cleanerOf(relatedTables.organizer) };
const changesOf = { venue: changesIn(relatedTables.venue), organizer: changesIn(relatedTables.organizer) };

/** The stored record; for a new one, only its kind. */
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
  await checkAuthor(db, checked.author, problems, { ...scope, before: before.author_id });
  const publishedAt = publicationTime({ date, date_utc }, problems, { ...scope, before: before.published_at });
  checkCoordinates(values, before, problems);
  cleaners[kind](checked, problems);
  return publishedAt === undefined ? checked : { ...checked, publishedAt };
}

/** After the write, either both coordinates are set or neither. */
function checkCoordinates(values: RelatedValues, before: Before, problems: Problems): void {
  if (problems.has('geo_lat') || problems.has('geo_lng')) return;
  const { geo_lat = before.geo_lat ?? null, geo_lng = before.geo_lng ?? null } = values;
  if ((geo_lat === null) === (geo_lng === null)) return;
  for (const name of ['geo_lat', 'geo_lng'] as const) problems.add(name, 'coordinates_incomplete');
}

export interface AppliedRelated extends Applied<RelatedRecordsTable> {
  values: CheckedValues;
}

/** Only the fields sent change (D20). `stored` is undefined for a new record. */
export function applyRelated(
  kind: RelatedKind,
  stored: RelatedRecordsTable | undefined,
  values: CheckedValues,
  scope: RecordScope,
): AppliedRelated {
  const before = stored ?? { id: 0, kind, ...newPublication(scope), ...emptyRelatedColumns };
  const { columns, texts } = changesOf[kind](values);
  const after: RelatedRecordsTable = { ...before, ...patchPublication(before, values, scope), ...columns };
  if (values.image_id !== undefined) after.image_id = values.image_id;
  if (kind === 'venue') after.stateprovince = stateProvince(before, after, values);
  return { values, row: after, texts };
}

type Region = Pick<RelatedRecordsTable, 'country' | 'state' | 'province' | 'stateprovince'>;

/** The sent value, else derived from state or province; a value that was set explicitly stays. */
function stateProvince(before: Region, after: Region, values: CheckedValues): string {
  if (values.stateprovince) return after.stateprovince;
  const isAffected = (['country', 'state', 'province', 'stateprovince'] as const).some(
    (name) => values[name] !== undefined,
  );
  if (!isAffected) return before.stateprovince;
  const wasDerived = values.stateprovince === null || before.stateprovince === regionOf(before);
  return wasDerived ? regionOf(after) : before.stateprovince;
}

const searchedColumns = {
  venue: ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizer: ['phone', 'email', 'website'],
} as const;

/** Searchable texts in addition to name, description and excerpt. */
export const searchable =
  (row: RelatedRecordsTable) =>
  (texts: StatedTexts): string[] =>
    searchedColumns[row.kind].map((column) => (column === 'website' ? texts.website : row[column]));
