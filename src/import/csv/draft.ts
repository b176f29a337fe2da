// Turns a row into a draft, with the ids of its related records. Missing ones are created.
import { splitPaths } from '../../core/csv-text.ts';
import { mapValues } from '../../core/objects.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { maxLineLength, maxTermNameLength } from '../../resources/records/fields.ts';
import type { RelatedColumns, StoredEvent } from '../../resources/upsert/types.ts';
import type { ImportContext } from '../import-context.ts';
import type { NamedRecord } from '../merge/by-name.ts';
import type { EventDraft } from '../merge/events.ts';
import { notShownToAll } from '../merge/repository.ts';
import type { RecordReport } from '../report.ts';
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
      venue: await venuesOf(row, stored, context),
      organizer: await organizersOf(row, stored, context),
    },
    termIds: await termsOf(row, stored, context),
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

async function venuesOf({ cells }: Row, stored: StoredEvent | undefined, context: ImportContext): Promise<number[]> {
  const related = stored?.links.venue ?? [];
  const name = toPlainText(cells.get('venue') ?? '');
  if (name === '') return related;
  const columns: Partial<RelatedColumns> = {};
  for (const column of ['address', 'city', 'state', 'zip', 'country'] as const) {
    const text = toPlainText(cells.get(`venue_${column}`) ?? '');
    if (text !== '') columns[column] = text;
  }
  // The table does not distinguish states and provinces.
  if (columns.state) columns.stateprovince = columns.state;
  const venue: NamedRecord = { kind: 'venue', name, columns };
  const id = await context.named.resolve(venue, related);
  // A row contains only one of several venues.
  return related.includes(id) ? related : [id, ...(await notShownToAll(context, related))];
}

async function organizersOf(row: Row, stored: StoredEvent | undefined, context: ImportContext): Promise<number[]> {
  const related = stored?.links.organizer ?? [];
  const names = pathsIn(row, 'organizers', maxLineLength).map((path) => path.join(' > '));
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
): Promise<EventDraft['termIds']> {
  const read = async (field: 'categories' | 'tags', taxonomy: 'category' | 'tag') => {
    const current = stored?.termIds[taxonomy] ?? [];
    const paths = pathsIn(row, field).map((path) => (taxonomy === 'tag' ? [path.join(' > ')] : path));
    const ids = await Array.fromAsync(paths, (path) => terms.named(taxonomy, path));
    return paths.length === 0 ? current : terms.meant(ids, current);
  };
  return { category: await read('categories', 'category'), tag: await read('tags', 'tag') };
}

/** `A; B > C`; in columns of other programs also `A, B`. */
function pathsIn({ cells, commas }: Row, field: Field, longest = maxTermNameLength): string[][] {
  const text = cells.get(field) ?? '';
  const paths = text.includes(';') || !commas.has(field) ? splitPaths(text) : text.split(',').flatMap(splitPaths);
  return paths
    .map((path) => path.map((name) => [...toPlainText(name)].slice(0, longest).join('')).filter((name) => name !== ''))
    .filter((path) => path.length > 0);
}
