// The terms that events have.
import { type Insertable, sql } from 'kysely';
import { collatorOf } from '../../core/text/collate.ts';
import type { EventTermsTable, Taxonomy } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { knownOf, type LinkedEvent } from '../records/known-of-event.ts';
import type { Term } from './types.ts';

const termLinksOf = statement((db, { eventIds }: { eventIds: readonly number[] }) =>
  db.selectFrom('event_terms').select(['event_id', 'term_id']).where('event_id', 'in', eventIds),
);

type Ids = { ids: readonly number[] };

const termTexts = statement((db, { ids, language }: Ids & { language: string }) =>
  db
    .selectFrom('term_texts')
    .select(['term_id', 'language', 'is_original', 'name', 'description', 'slug'])
    .where('term_id', 'in', ids)
    .where((eb) => eb.or([eb('is_original', '=', 1), eb('language', '=', language)])),
);

const termRows = statement((db, { ids, now }: Ids & { now: number }) =>
  db
    .selectFrom('terms as t')
    .select(['id', 'taxonomy', 'parent_id', 'language', 'modified_at', 'external_id'])
    .select([
      sql<string>`(select string_agg(x.language, ',') from term_texts x where x.term_id = t.id)`.as('translations'),
      sql<number>`t.event_count
        - (select count(*) from scheduled_terms s where s.term_id = t.id and s.published_at > ${now})`.as('count'),
    ])
    .where('id', 'in', ids),
);

/** What `termsIn` says of terms, for a page of events quicker than the joins. */
async function loadTerms(db: Reader, ids: readonly number[], language: string, now: number): Promise<Term[]> {
  if (ids.length === 0) return [];
  const texts = Map.groupBy(await termTexts(db, { ids, language }), (row) => row.term_id);
  return (await termRows(db, { ids, now })).flatMap((term) => {
    const own = texts.get(term.id) ?? [];
    const original = own.find((row) => row.is_original === 1);
    if (!original) return [];
    const selected = own.find((row) => row.language === language) ?? original;
    return {
      ...term,
      name: selected.name || original.name,
      description: selected.description || original.description,
      slug: (selected.slug ?? original.slug) as string,
      shown_language: selected.name === '' ? original.language : selected.language,
    };
  });
}

const countsOf = statement((db, { ids, now }: Ids & { now: number }) =>
  db
    .selectFrom('terms as t')
    .select((eb) => [
      't.id',
      eb(
        't.event_count',
        '-',
        eb
          .selectFrom('scheduled_terms as s')
          .select((own) => own.fn.countAll<number>().as('n'))
          .whereRef('s.term_id', '=', 't.id')
          .where('s.published_at', '>', now),
      ).as('count'),
    ])
    .where('t.id', 'in', ids),
);

/** How many events of each term everybody finds, by the id of the term. */
export async function termCounts(db: Reader, ids: readonly number[], now: number): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  return new Map((await countsOf(db, { ids, now })).map(({ id, count }) => [id, Number(count)]));
}

/** Terms of events, by name: for a whole page at once. */
export async function termsByEvents(
  db: Reader,
  eventIds: readonly number[],
  language: string,
  now: number,
): Promise<Map<number, Term[]>> {
  if (eventIds.length === 0) return new Map();
  const links = await termLinksOf(db, { eventIds });
  const ids = [...new Set(links.map((link) => link.term_id))];
  const terms = await loadTerms(db, ids, language, now);
  const { compare } = collatorOf(language);
  terms.sort((a, b) => compare(a.name, b.name) || a.id - b.id);
  const eventsOf = Map.groupBy(links, (link) => link.term_id);
  const byEvent = new Map<number, Term[]>();
  for (const term of terms)
    for (const { event_id } of eventsOf.get(term.id) ?? []) {
      const own = byEvent.get(event_id);
      if (own) own.push(term);
      else byEvent.set(event_id, [term]);
    }
  return byEvent;
}

const deleteTerms = statement((db, { eventId, taxonomy }: { eventId: number; taxonomy: Taxonomy }) =>
  db
    .deleteFrom('event_terms')
    .where('event_id', '=', eventId)
    // Of the event's few terms each is asked for its vocabulary, not the vocabulary for all its terms.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('terms')
          .select('id')
          .whereRef('terms.id', '=', 'event_terms.term_id')
          .where('taxonomy', '=', taxonomy),
      ),
    ),
);

const insertTerms = statement((db, { rows }: { rows: readonly Insertable<EventTermsTable>[] }) =>
  db.insertInto('event_terms').values(rows),
);

/** Of an event that has none of these terms. */
export async function insertEventTerms(db: Writer, event: LinkedEvent, ids: readonly number[]): Promise<void> {
  const known = knownOf(event);
  if (ids.length > 0)
    await insertTerms(db, { rows: ids.map((term_id) => ({ event_id: event.id, term_id, ...known })) });
}

/** Replaces the terms of an event within one vocabulary. */
export async function replaceEventTerms(
  db: Writer,
  event: LinkedEvent,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<void> {
  await deleteTerms(db, { eventId: event.id, taxonomy });
  await insertEventTerms(db, event, ids);
}

const addToCounts = statement((db, { eventId, by }: { eventId: number; by: 1 | -1 }) =>
  db
    .updateTable('terms')
    .set((eb) => ({ event_count: eb('event_count', '+', by) }))
    .where('id', 'in', (links) => links.selectFrom('event_terms').select('term_id').where('event_id', '=', eventId)),
);

/** Adds to the count of published events of each term that the event has. */
export const countEvent = async (db: Writer, eventId: number, by: 1 | -1): Promise<void> =>
  void (await addToCounts(db, { eventId, by }));
