// Turns a row into a draft, with the ids of its related records. Missing ones are created.
import { splitPaths } from '../../core/csv-text.ts';
import { plurals, type Taxonomy } from '../../core/kinds.ts';
import { mapValues } from '../../core/objects.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { maxLineLength, maxTermNameLength } from '../../resources/records/fields.ts';
import type { RelatedColumns, StoredEvent } from '../../resources/upsert/types.ts';
import type { ImportContext } from '../import-context.ts';
import type { NamedRecord } from '../merge/by-name.ts';
import type { EventDraft } from '../merge/events.ts';
import { notShownToAll } from '../merge/repository.ts';
import type { Note, RecordReport } from '../report.ts';
import { shorten } from '../values.ts';
import type { Field } from './heading-words.ts';
import { idIn } from './match.ts';
import { isScheduled, type RowEvent } from './read-row.ts';
import type { Row } from './rows.ts';

export async function draftOf(
  row: Row,
  event: RowEvent,
  stored: StoredEvent | undefined,
  report: RecordReport,
  context: ImportContext,
): Promise<EventDraft> {
  if (stored === undefined && isScheduled(row.cells.get('status') ?? ''))
    report.note('is scheduled, but the table has no publication date; it is a draft now');
  const imageId = await context.images.find(row.cells.get('image'), report.note);
  return {
    ...withoutTranslated(event, stored),
    // A unique key that no external id can equal: the stored event has already been found.
    key: `\u0001${row.line} of ${report.subject.source}`,
    id: idIn(row),
    knownId: stored?.event.id,
    publishedAt: stored?.event.published_at,
    // Rows contain no time of change.
    modifiedAt: context.now,
    isStampedOnExport: true,
    columns: { ...event.columns, ...(imageId === undefined ? {} : { image_id: imageId }) },
    author: '',
    parentKey: undefined,
    report,
    links: {
      venue: await venuesOf(row, stored, context, report.note),
      organizer: await organizersOf(row, stored, context, report.note),
    },
    termIds: await termsOf(row, stored, context, report.note),
  };
}

/** A table contains one language: the text of a translation does not replace the original. */
function withoutTranslated({ texts, slug, ...event }: RowEvent, stored: StoredEvent | undefined): RowEvent {
  const translations = stored?.translations ?? [];
  const original = <K extends keyof RowEvent['texts'] | 'slug'>(name: K, text: string): string =>
    stored !== undefined && text !== '' && translations.some((other) => other[name] === text)
      ? stored.event[name]
      : text;
  return { ...event, slug: original('slug', slug), texts: mapValues(texts, (text, name) => original(name, text)) };
}

async function venuesOf(
  { cells }: Row,
  stored: StoredEvent | undefined,
  context: ImportContext,
  note: Note,
): Promise<number[]> {
  const related = stored?.links.venue ?? [];
  const line = (field: Field) => shorten(toPlainText(cells.get(field) ?? ''), maxLineLength, field, note);
  const name = line('venue');
  if (name === '') return related;
  const columns: Partial<RelatedColumns> = {};
  for (const column of ['address', 'city', 'state', 'zip', 'country'] as const) {
    const text = line(`venue_${column}`);
    if (text !== '') columns[column] = text;
  }
  // The table does not distinguish states and provinces.
  if (columns.state) columns.stateprovince = columns.state;
  const venue: NamedRecord = { kind: 'venue', name, columns };
  const id = await context.named.resolve(venue, related);
  // A row contains only one of several venues.
  return related.includes(id) ? related : [id, ...(await notShownToAll(context, related))];
}

async function organizersOf(
  row: Row,
  stored: StoredEvent | undefined,
  context: ImportContext,
  note: Note,
): Promise<number[]> {
  const related = stored?.links.organizer ?? [];
  const names = namesIn(row, 'organizers').map((name) => shorten(name, maxLineLength, 'organizers', note));
  if (names.length === 0) return related;
  const ids: number[] = [];
  for (const name of names) {
    const left = related.filter((id) => !ids.includes(id));
    const id = await context.named.resolve({ kind: 'organizer', name, columns: {} }, left);
    if (!ids.includes(id)) ids.push(id);
  }
  const others = related.filter((id) => !ids.includes(id));
  const hidden = await notShownToAll(context, others);
  const stays = related.filter((id) => ids.includes(id) || hidden.includes(id));
  const isSameOrder = String(stays.filter((id) => ids.includes(id))) === String(ids);
  return isSameOrder ? stays : [...ids, ...hidden];
}

async function termsOf(
  row: Row,
  stored: StoredEvent | undefined,
  { terms }: ImportContext,
  note: Note,
): Promise<EventDraft['termIds']> {
  const read = async (taxonomy: Taxonomy, paths: readonly string[][]) => {
    const current = stored?.termIds[taxonomy] ?? [];
    const short = (name: string) => shorten(name, maxTermNameLength, plurals[taxonomy], note);
    const ids = await Array.fromAsync(paths, (path) => terms.named(taxonomy, path.map(short)));
    return paths.length === 0 ? current : terms.meant(ids, current);
  };
  const tags = namesIn(row, 'tags').map((name) => [name]);
  return { category: await read('category', pathsIn(row, 'categories')), tag: await read('tag', tags) };
}

const namesIn = (row: Row, field: Field): string[] => pathsIn(row, field).map((path) => path.join(' > '));

/** `A; B > C`; in columns of other programs also `A, B`. */
function pathsIn({ cells, commas }: Row, field: Field): string[][] {
  const text = cells.get(field) ?? '';
  const paths = text.includes(';') || !commas.has(field) ? splitPaths(text) : text.split(',').flatMap(splitPaths);
  return paths.map((path) => path.map(toPlainText).filter((name) => name !== '')).filter((path) => path.length > 0);
}
