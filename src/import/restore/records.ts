// Converts records of an export to rows.

import type { Zones } from '../../core/dates/zones.ts';
import type { RelatedKind, StoredStatus, Taxonomy } from '../../core/kinds.ts';
import { languages } from '../../core/languages.ts';
import { eventTable } from '../../resources/events/fields/table.ts';
import type { NewEvent } from '../../resources/events/save.ts';
import { restoredColumns } from '../../resources/records/field-table.ts';
import { type LanguageTexts, type Texts, textNames } from '../../resources/records/texts/texts.ts';
import type { NewRelated } from '../../resources/related/save.ts';
import { relatedColumnTable } from '../../resources/related/table.ts';
import type { NewTerm } from '../../resources/terms/save.ts';
import { termColumnTable } from '../../resources/terms/table.ts';
import type { EventsTable, PublicationColumns, RelatedRecordsTable } from '../../store/schema.ts';
import { type Members, ShapeProblem } from './shape.ts';

/** The id here of an author as an export names one. */
export type AuthorOf = (author: unknown) => number;

export interface ReadContext {
  authorOf: AuthorOf;
  zones: Zones;
  /** Images that were restored. */
  images: ReadonlySet<number>;
}

const statuses: readonly StoredStatus[] = ['publish', 'draft', 'pending', 'private', 'trash'];

/** Columns that all records share, images included. */
export const readAuthored = (record: Members, { authorOf }: ReadContext) => ({
  id: readId(record),
  author_id: authorOf(record.raw('author')),
  published_at: record.instant('date_utc'),
  modified_at: record.instant('modified_utc'),
  language: record.oneOf('language', languages),
});

const readPublication = (record: Members, context: ReadContext): PublicationColumns => ({
  ...readAuthored(record, context),
  status: record.oneOf('status', statuses),
  trashed_from: record.oneOfOrNull('trashed_from', statuses),
  external_id: record.textOrNull('external_id'),
});

function readId(record: Members): number {
  const id = record.integer('id');
  if (id === 0) throw new ShapeProblem('has the id 0');
  return id;
}

function readTexts(record: Members, language: string): LanguageTexts[] {
  const texts = record.byKey('texts').map(([key, text]) => ({
    language: languageOf(key),
    ...(Object.fromEntries(textNames.map((name) => [name, textIn(text, name)])) as unknown as Texts),
    slug: text.textOrNull('slug'),
  }));
  if (texts.find((text) => text.language === language)?.slug == null)
    throw new ShapeProblem(`has no texts in its language, ${language}`);
  return texts;
}

/** Earlier exports lack `event_status_reason`. */
const textIn = (text: Members, name: keyof Texts): string =>
  name === 'event_status_reason' && text.raw(name) === undefined ? '' : text.text(name);

export function languageOf(key: string): string {
  const language = languages.find((known) => known === key);
  if (language === undefined) throw new ShapeProblem(`has texts in an unknown language, "${key}"`);
  return language;
}

export function readEventRows(record: Members, context: ReadContext): NewEvent {
  const row: EventsTable = {
    ...readPublication(record, context),
    start_wall: record.wall('start_date'),
    end_wall: record.wall('end_date'),
    timezone: readZone(record, context),
    start_utc: record.instant('utc_start_date'),
    end_utc: record.instant('utc_end_date'),
    ...restoredColumns(eventTable, record.column),
    password_hash: record.textOrNull('password_hash'),
    image_id: readImageId(record, context),
  };
  const links = { venue: unique(record.ids('venues')), organizer: unique(record.ids('organizers')) };
  return {
    row,
    texts: readTexts(record, row.language),
    links,
    termIds: unique([...record.ids('categories'), ...record.ids('tags')]),
  };
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

/** References to images that were not restored are dropped. */
function readImageId(record: Members, { images }: ReadContext): number | null {
  const id = record.numberOrNull('image');
  return id !== null && images.has(id) ? id : null;
}

function readZone(record: Members, { zones }: ReadContext): string {
  const zone = record.text('timezone');
  if (zones.parse(zone) !== zone) throw new ShapeProblem(`has an unknown time zone, "${zone}"`);
  return zone;
}

export function readRelatedRows(record: Members, kind: RelatedKind, context: ReadContext): NewRelated {
  const row: RelatedRecordsTable = {
    ...readPublication(record, context),
    kind,
    ...restoredColumns(relatedColumnTable, record.column),
    image_id: readImageId(record, context),
  };
  return { row, texts: readTexts(record, row.language) };
}

export function readTermRows(record: Members, taxonomy: Taxonomy): NewTerm {
  const language = record.oneOf('language', languages);
  const texts = record.byKey('texts').map(([key, text]) => ({
    language: languageOf(key),
    name: text.text('name'),
    description: text.text('description'),
    slug: text.textOrNull('slug'),
  }));
  if (texts.find((text) => text.language === language)?.slug == null)
    throw new ShapeProblem(`has no texts in its language, ${language}`);
  return {
    row: {
      id: readId(record),
      taxonomy,
      parent_id: record.integer('parent'),
      language,
      modified_at: record.instant('modified_utc'),
      ...restoredColumns(termColumnTable, record.column),
    },
    texts,
  };
}
