// Converts records of an export to rows of this calendar.
import type { Zones } from '../../core/dates/zones.ts';
import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import { readRecord, ShapeProblem, type Values } from '../../export/records.ts';
import type { NewEvent } from '../../resources/events/save.ts';
import { insertNewMedium, type NewMedium } from '../../resources/media/library.ts';
import { storedImage } from '../../resources/media/service.ts';
import { allocateRecordIds } from '../../resources/records/rows/record-table.ts';
import type { NewRelated } from '../../resources/related/save.ts';
import type { NewTerm } from '../../resources/terms/save.ts';
import type { ImportTask } from '../types.ts';

/** The id here of an author as an export names one. */
export type AuthorOf = (author: unknown) => number;

export interface ReadContext {
  authorOf: AuthorOf;
  zones: Zones;
  /** Images that were restored. */
  images: ReadonlySet<number>;
}

export function readEvent(record: Values, context: ReadContext): NewEvent {
  const { row, texts } = readRecord('event', record);
  const { categories, tags, venues, organizers, ...columns } = row;
  const { timezone } = columns;
  if (context.zones.parse(timezone) !== timezone) throw new ShapeProblem(`has an unknown time zone, "${timezone}"`);
  return {
    row: ownedHere(columns, context),
    texts,
    links: { venue: venues, organizer: organizers },
    termIds: [...new Set([...categories, ...tags])],
  };
}

export function readRelated(record: Values, kind: RelatedKind, context: ReadContext): NewRelated {
  const { row, texts } = readRecord('related', record);
  return { row: { ...ownedHere(row, context), kind }, texts };
}

export function readTerm(record: Values, taxonomy: Taxonomy): NewTerm {
  const { row, texts } = readRecord('term', record);
  return { row: { ...row, taxonomy }, texts };
}

/** References to images that were not restored are dropped. */
const ownedHere = <Row extends { author_id: unknown; image_id: number | null }>(
  row: Row,
  { authorOf, images }: ReadContext,
) => ({
  ...row,
  author_id: authorOf(row.author_id),
  image_id: row.image_id !== null && images.has(row.image_id) ? row.image_id : null,
});

/** Restores an image with its files. Returns its id; undefined if files are missing. */
export async function restoreMedium(
  record: Values,
  { authorOf }: ReadContext,
  { media, reporter, db, now }: ImportTask,
  source: string,
): Promise<number | undefined> {
  const { row, texts } = readMedium(record, authorOf);
  const missing = await media?.copy(storedImage(row));
  if (missing === undefined || missing.length > 0) {
    const subject = { source, record: `image ${row.id}` };
    reporter.note(subject, 'has files that are missing or damaged; left out', missing?.join(', '));
    return undefined;
  }
  await allocateRecordIds(db, [{ id: row.id, kind: 'media' }]);
  await insertNewMedium(db, { row, texts }, { now });
  return row.id;
}

function readMedium(record: Values, authorOf: AuthorOf): NewMedium {
  const { row, texts } = readRecord('medium', record);
  if (!/^\d{4}\/\d{2}\/[a-z0-9]{1,64}$/.test(row.storage_key) || !/^[\w-][\w.-]{0,200}$/.test(row.filename))
    throw new ShapeProblem('has files that cannot be its own');
  return { row: { ...row, author_id: authorOf(row.author_id) }, texts };
}
