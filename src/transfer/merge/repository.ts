// What an import asks of the calendar that it merges into.
import { foldText } from '../../core/text/fold.ts';
import { chunksOf } from '../../resources/records/bulk.ts';
import { hasTitle } from '../../resources/records/list/title-order.ts';
import type { Texts } from '../../resources/records/texts.ts';
import { relatedIn } from '../../resources/related/repository.ts';
import type { RelatedRecord } from '../../resources/related/types.ts';
import type { EventsTable, RecordKind, RelatedKind, Taxonomy } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';

/** An event as it is stored, with its own texts. */
export interface StoredEvent {
  event: EventsTable & Texts & { slug: string };
  /** Its texts in other languages, empty where there are none. */
  translations: readonly (Texts & { slug: string })[];
  links: Record<RelatedKind, number[]>;
  termIds: number[];
}

/** With the texts of their own language: translations are none of an import's business. */
const storedEvents = (db: Reader) =>
  db
    .selectFrom('events as e')
    .innerJoin('record_texts as o', (join) => join.onRef('o.record_id', '=', 'e.id').on('o.is_original', '=', 1))
    .selectAll('e')
    .select(['o.title', 'o.description', 'o.excerpt', 'o.website'])
    .select((eb) => eb.fn.coalesce('o.slug', eb.val('')).as('slug'));

export const eventsByKey = async (db: Reader, keys: readonly string[]): Promise<StoredEvent[]> =>
  keys.length === 0 ? [] : withRelations(db, await storedEvents(db).where('e.external_id', 'in', keys).execute());

export const eventsById = async (db: Reader, ids: readonly number[]): Promise<StoredEvent[]> =>
  ids.length === 0 ? [] : withRelations(db, await storedEvents(db).where('e.id', 'in', ids).execute());

/** Those that begin at one of these instants, in UTC seconds. */
export const eventsAt = async (db: Reader, starts: readonly number[]): Promise<StoredEvent[]> =>
  starts.length === 0 ? [] : withRelations(db, await storedEvents(db).where('e.start_utc', 'in', starts).execute());

export const changeEvent = async (db: Writer, id: number, changes: Partial<EventsTable>): Promise<void> => {
  await db.updateTable('events').set(changes).where('id', '=', id).execute();
};

async function withRelations(db: Reader, events: readonly StoredEvent['event'][]): Promise<StoredEvent[]> {
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return [];
  const links = await db
    .selectFrom('event_links')
    .selectAll()
    .where('event_id', 'in', ids)
    .orderBy('position')
    .execute();
  const terms = await db.selectFrom('event_terms').selectAll().where('event_id', 'in', ids).execute();
  const translations = await db
    .selectFrom('record_texts')
    .select(['record_id', 'title', 'description', 'excerpt', 'website'])
    .select((eb) => eb.fn.coalesce('slug', eb.val('')).as('slug'))
    .where('record_id', 'in', ids)
    .where('is_original', '=', 0)
    .execute();
  const linksOf = Map.groupBy(links, (link) => link.event_id);
  const termsOf = Map.groupBy(terms, (term) => term.event_id);
  const translationsOf = Map.groupBy(translations, (text) => text.record_id);
  return events.map((event) => {
    const linked = (kind: RelatedKind) =>
      (linksOf.get(event.id) ?? []).filter((link) => link.kind === kind).map((link) => link.record_id);
    return {
      event,
      translations: translationsOf.get(event.id) ?? [],
      links: { venue: linked('venue'), organizer: linked('organizer') },
      termIds: (termsOf.get(event.id) ?? []).map((term) => term.term_id),
    };
  });
}

/** No translation is joined: the texts are those of the record's own language. */
const ownLanguage = '';

export const relatedByKey = (db: Reader, kind: RelatedKind, key: string): Promise<RelatedRecord | undefined> =>
  relatedIn(db, ownLanguage).where('r.kind', '=', kind).where('r.external_id', '=', key).executeTakeFirst();

/** Which of the ids are taken. */
export async function takenIds(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('record_ids').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function highestRecordId(db: Reader): Promise<number> {
  const { highest } = await db
    .selectFrom('record_ids')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  return highest ?? 0;
}

/** Slugs of the kind among these, with the records that have them. */
export async function slugHolders(
  db: Reader,
  kind: RecordKind,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('record_texts')
    .select(['slug', 'record_id'])
    .where('kind', '=', kind)
    .where('slug', 'in', slugs)
    .execute();
  return new Map(rows.map(({ slug, record_id }) => [slug as string, record_id]));
}

/** A term with its own texts. */
export interface StoredTerm {
  id: number;
  taxonomy: Taxonomy;
  parent_id: number;
  external_id: string | null;
  language: string;
  name: string;
  description: string;
  slug: string;
}

export const allTerms = (db: Reader): Promise<StoredTerm[]> =>
  db
    .selectFrom('terms as t')
    .innerJoin('term_texts as o', (join) => join.onRef('o.term_id', '=', 't.id').on('o.is_original', '=', 1))
    .select(['t.id', 't.taxonomy', 't.parent_id', 't.external_id', 't.language', 'o.name', 'o.description'])
    .select((eb) => eb.fn.coalesce('o.slug', eb.val('')).as('slug'))
    .execute();

/** In every language: a slug is unique within its vocabulary. */
export const allTermNames = (db: Reader) =>
  db.selectFrom('term_texts').select(['taxonomy', 'name', 'slug', 'term_id']).orderBy('term_id').execute();

/** In the term's own language. */
export async function changeTermTexts(
  db: Writer,
  { id, language, name, description, slug }: StoredTerm,
  now: number,
): Promise<void> {
  await db.updateTable('terms').set({ modified_at: now }).where('id', '=', id).execute();
  await db
    .updateTable('term_texts')
    .set({ name, description, slug, name_folded: foldText(name) })
    .where('term_id', '=', id)
    .where('language', '=', language)
    .execute();
}

export const setTermParent = async (db: Writer, id: number, parentId: number, now: number): Promise<void> => {
  await db.updateTable('terms').set({ parent_id: parentId, modified_at: now }).where('id', '=', id).execute();
};

/** Of published events, as the public sees them: without those whose time has not come. */
export async function countsOf(db: Reader, ids: readonly number[], now: number): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const some of chunksOf(ids)) {
    const rows = await db.selectFrom('terms').select(['id', 'event_count']).where('id', 'in', some).execute();
    for (const { id, event_count } of rows) counts.set(id, event_count);
    const scheduled = await db
      .selectFrom('event_terms as link')
      .innerJoin('events as e', 'e.id', 'link.event_id')
      .select(['link.term_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('link.term_id', 'in', some)
      .where('e.status', '=', 'publish')
      .where('e.published_at', '>', now)
      .groupBy('link.term_id')
      .execute();
    for (const { term_id, count } of scheduled) counts.set(term_id, (counts.get(term_id) ?? 0) - count);
  }
  return counts;
}

export const relatedOf = (db: Reader, kind: RelatedKind, id: number): Promise<RelatedRecord | undefined> =>
  relatedIn(db, ownLanguage).where('r.kind', '=', kind).where('r.id', '=', id).executeTakeFirst();

/** Ids here of the records that came under these keys. */
export async function idsByKey(
  db: Reader,
  table: 'events' | 'linked_records' | 'terms',
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db.selectFrom(table).select(['id', 'external_id']).where('external_id', 'in', keys).execute();
  return new Map(rows.map(({ id, external_id }) => [external_id as string, id]));
}

export async function parentsOf(db: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom('events').select(['id', 'post_parent']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, post_parent }) => [id, post_parent]));
}

/** A term's texts in all languages, and whether another term of the vocabulary has the slug. */
export async function termTextsOf(
  db: Reader,
  { id, taxonomy, slug }: { id: number; taxonomy: Taxonomy; slug: string },
) {
  const { parent_id, external_id } = await db
    .selectFrom('terms')
    .select(['parent_id', 'external_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const texts = await db.selectFrom('term_texts').selectAll().where('term_id', '=', id).execute();
  const holder = await db
    .selectFrom('term_texts')
    .select('term_id')
    .where('taxonomy', '=', taxonomy)
    .where('slug', '=', slug)
    .where('term_id', '<>', id)
    .executeTakeFirst();
  return { parent_id, external_id, texts, isSlugTaken: holder !== undefined };
}

/** When records were changed last, by id. */
export async function modifiedTimes(db: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const some of chunksOf(ids)) {
    for (const table of ['events', 'linked_records'] as const) {
      const rows = await db.selectFrom(table).select(['id', 'modified_at']).where('id', 'in', some).execute();
      for (const { id, modified_at } of rows) times.set(id, modified_at);
    }
  }
  return times;
}

/** Those that are called so in any language, not in the trash; in their own language first. */
export async function relatedCalled(db: Reader, kind: RelatedKind, name: string): Promise<RelatedRecord[]> {
  const called = await db
    .selectFrom('record_texts as t')
    .innerJoin('linked_records as r', 'r.id', 't.record_id')
    .select('t.record_id')
    .where('t.kind', '=', kind)
    .where(hasTitle('t', name))
    .where('r.status', '<>', 'trash')
    .orderBy('t.is_original', 'desc')
    .orderBy('t.record_id')
    .limit(100)
    .execute();
  const ids = [...new Set(called.map(({ record_id }) => record_id))];
  if (ids.length === 0) return [];
  const records = await relatedIn(db, ownLanguage).where('r.id', 'in', ids).execute();
  return ids.flatMap((id) => records.find((record) => record.id === id) ?? []);
}

/** Those that not everybody is shown, and so no file of everybody's names. */
export async function notShownToAll(db: Reader, ids: readonly number[], now: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('linked_records')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('status', '<>', 'publish'), eb('published_at', '>', now)]))
    .execute();
  return rows.map(({ id }) => id);
}
