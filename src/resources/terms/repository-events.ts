// Terms of events, and how many published events each term has.
import { sql } from 'kysely';
import type { StoredStatus, Taxonomy } from '../../core/kinds.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { chunksOf, rowInserter } from '../records/rows/rows.ts';
import { notDueYet } from './repository.ts';

const countsOf = statement(
  (_db, { ids, now }: { ids: readonly number[]; now: number }) => sql<{ id: number; count: number }>`
    select t.id, t.event_count - ${notDueYet(now)} as count from terms t where t.id in (${sql.join(ids)})`,
);

/** Number of public events by term id. */
export async function termCounts(db: Reader, ids: readonly number[], now: number): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  return new Map((await countsOf(db, { ids, now })).map(({ id, count }) => [id, Number(count)]));
}

const termIds = statement((db, { eventIds }: { eventIds: readonly number[] }) =>
  db.selectFrom('event_terms').select(['event_id', 'term_id']).where('event_id', 'in', eventIds),
);

/** Ids of the terms of each event, in no particular order. */
export async function termIdsByEvents(db: Reader, eventIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = eventIds.length === 0 ? [] : await termIds(db, { eventIds });
  const byEvent = Map.groupBy(rows, (row) => row.event_id);
  return new Map([...byEvent].map(([eventId, links]) => [eventId, links.map((row) => row.term_id)]));
}

/** Ids of the categories and of the tags of each event, in ascending order. */
export async function termIdsByTaxonomy(db: Reader, eventIds: readonly number[]) {
  const rows = await db
    .selectFrom('event_terms as link')
    .innerJoin('terms as t', 't.id', 'link.term_id')
    .select(['link.event_id', 't.id', 't.taxonomy'])
    .where('link.event_id', 'in', eventIds)
    .orderBy('t.id')
    .execute();
  const groups = Map.groupBy(rows, ({ taxonomy, event_id }) => `${taxonomy} ${event_id}`);
  return (eventId: number): Record<Taxonomy, number[]> => {
    const idsOf = (taxonomy: Taxonomy) => (groups.get(`${taxonomy} ${eventId}`) ?? []).map(({ id }) => id);
    return { category: idsOf('category'), tag: idsOf('tag') };
  };
}

const deleteTerms = statement((db, { eventId, taxonomy }: { eventId: number; taxonomy: Taxonomy }) =>
  db
    .deleteFrom('event_terms')
    .where('event_id', '=', eventId)
    // An event has few terms: look up the vocabulary of each instead of reading the vocabulary.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('terms')
          .select('id')
          .whereRef('terms.id', '=', 'event_terms.term_id')
          .where('taxonomy', '=', taxonomy),
      ),
    )
    .returning('term_id'),
);

const insertTerms = rowInserter('event_terms');

/** The events must not have any of these terms yet. */
export const insertEventTerms = (
  db: Writer,
  events: readonly { row: { id: number }; termIds: readonly number[] }[],
): Promise<void> =>
  insertTerms(
    db,
    events.flatMap(({ row, termIds }) => termIds.map((term_id) => ({ event_id: row.id, term_id }))),
  );

export type TermIds = Readonly<Record<Taxonomy, readonly number[]>>;

/** Replaces the terms of the given vocabularies and returns the previous ones. */
export async function replaceEventTerms(db: Writer, id: number, terms: Partial<TermIds>): Promise<Partial<TermIds>> {
  const previous: Partial<Record<Taxonomy, readonly number[]>> = {};
  for (const taxonomy of Object.keys(terms) as Taxonomy[])
    previous[taxonomy] = (await deleteTerms(db, { eventId: id, taxonomy })).map(({ term_id }) => term_id);
  await insertEventTerms(db, [{ row: { id }, termIds: Object.values(terms).flat() }]);
  return previous;
}

const addToCountsOfEvent = statement((db, { eventId, by }: { eventId: number; by: 1 | -1 }) =>
  db
    .updateTable('terms')
    .set((eb) => ({ event_count: eb('event_count', '+', by) }))
    .where('id', 'in', (links) => links.selectFrom('event_terms').select('term_id').where('event_id', '=', eventId)),
);

export const countEvent = async (db: Writer, eventId: number, by: 1 | -1): Promise<void> =>
  void (await addToCountsOfEvent(db, { eventId, by }));

const addToCounts = statement((db, { ids, by }: { ids: readonly number[]; by: number }) =>
  db
    .updateTable('terms')
    .set((eb) => ({ event_count: eb('event_count', '+', by) }))
    .where('id', 'in', ids),
);

export async function countNewEvents(
  db: Writer,
  events: readonly { row: { status: StoredStatus }; termIds: readonly number[] }[],
): Promise<void> {
  const counts = new Map<number, number>();
  for (const { row, termIds } of events)
    if (row.status === 'publish') for (const id of termIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [by, terms] of Map.groupBy(counts, ([, count]) => count))
    for (const ids of chunksOf(terms.map(([id]) => id))) await addToCounts(db, { ids, by });
}

/** Recounts the published events of all terms. Updates only rows whose count is wrong. */
export async function recountTerms(db: Writer): Promise<void> {
  await sql`update terms set event_count = counted.n
    from (select t.id, count(e.id) as n from terms t left join event_terms et on et.term_id = t.id
      left join events e on e.id = et.event_id and e.status = 'publish' group by t.id) as counted
    where counted.id = terms.id and terms.event_count <> counted.n`.execute(db);
}
