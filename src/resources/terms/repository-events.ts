// The terms that events have.
import { collatorOf } from '../../core/text/collate.ts';
import type { Taxonomy } from '../../store/schema.ts';
import { statement } from '../../store/statement.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { termsIn } from './repository.ts';
import type { Term } from './types.ts';

const termLinksOf = statement((db, { eventIds }: { eventIds: readonly number[] }) =>
  db.selectFrom('event_terms').select(['event_id', 'term_id']).where('event_id', 'in', eventIds),
);

interface TermsWanted {
  ids: readonly number[];
  language: string;
  now: number;
  [name: string]: unknown;
}

const termsOf = statement((db, { ids, language, now }: TermsWanted) =>
  termsIn(db, language, now).where('t.id', 'in', ids),
);

/** Terms of events, by name: one query for the links of a whole page and one for the terms. */
export async function termsByEvents(
  db: Reader,
  eventIds: readonly number[],
  language: string,
  now: number,
): Promise<Map<number, Term[]>> {
  if (eventIds.length === 0) return new Map();
  const links = await termLinksOf(db, { eventIds });
  const ids = [...new Set(links.map((link) => link.term_id))];
  const terms = ids.length === 0 ? [] : await termsOf(db, { ids, language, now });
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

/** Replaces the terms of an event within one vocabulary. */
export async function replaceEventTerms(
  db: Writer,
  eventId: number,
  taxonomy: Taxonomy,
  termIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('event_terms')
    .where('event_id', '=', eventId)
    .where('term_id', 'in', (terms) => terms.selectFrom('terms').select('id').where('taxonomy', '=', taxonomy))
    .execute();
  if (termIds.length === 0) return;
  await db
    .insertInto('event_terms')
    .values(termIds.map((term_id) => ({ event_id: eventId, term_id })))
    .execute();
}

/** Adds to the count of published events of each term that the event has. */
export async function countEvent(db: Writer, eventId: number, by: 1 | -1): Promise<void> {
  await db
    .updateTable('terms')
    .set((eb) => ({ event_count: eb('event_count', '+', by) }))
    .where('id', 'in', (links) => links.selectFrom('event_terms').select('term_id').where('event_id', '=', eventId))
    .execute();
}
