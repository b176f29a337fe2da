// Queries for the stored records that imported ones are compared with.
import { sql } from 'kysely';
import type { RelatedKind } from '../../core/kinds.ts';
import type { Reader } from '../../store/store.ts';
import { findByExternalId } from '../records/external-ids.ts';
import { hasFoldedTitle } from '../records/list/search.ts';
import { textNames } from '../records/texts/texts.ts';
import { findRelated, findRelatedByIds } from '../related/repository.ts';
import { linksByEvents } from '../related/repository-events.ts';
import type { RelatedRecord } from '../related/types.ts';
import { termIdsByTaxonomy } from '../terms/repository-events.ts';
import type { StoredEvent, StoredTerm } from './types.ts';

/** With the texts of their original language. */
const storedEvents = (db: Reader) =>
  db
    .selectFrom('events as e')
    .innerJoin('record_texts as o', (join) => join.onRef('o.record_id', '=', 'e.id').on('o.is_original', '=', 1))
    .selectAll('e')
    .select(textNames.map((name) => `o.${name}` as const))
    .select((eb) => eb.fn.coalesce('o.slug', eb.val('')).as('slug'));

export const eventOf = (db: Reader, id: number): Promise<StoredEvent['event'] | undefined> =>
  storedEvents(db).where('e.id', '=', id).executeTakeFirst();

const eventsBy =
  <Value extends string | number>(column: 'external_id' | 'id' | 'start_utc') =>
  async (db: Reader, values: readonly Value[]): Promise<StoredEvent[]> => {
    if (values.length === 0) return [];
    const found = storedEvents(db).where(sql.ref(`e.${column}`), 'in', values);
    return withRelations(db, await found.execute());
  };

export const eventsByKey = eventsBy<string>('external_id');
export const eventsById = eventsBy<number>('id');
/** Events that start at one of these instants, in UTC seconds. */
export const eventsAt = eventsBy<number>('start_utc');

async function withRelations(db: Reader, events: readonly StoredEvent['event'][]): Promise<StoredEvent[]> {
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return [];
  const linksOf = await linksByEvents(db, ids);
  const termsOf = await termIdsByTaxonomy(db, ids);
  const translations = await db
    .selectFrom('record_texts')
    .select(['record_id', ...textNames])
    .select((eb) => eb.fn.coalesce('slug', eb.val('')).as('slug'))
    .where('record_id', 'in', ids)
    .where('is_original', '=', 0)
    .execute();
  const translationsOf = Map.groupBy(translations, (text) => text.record_id);
  return events.map((event) => ({
    event,
    translations: translationsOf.get(event.id) ?? [],
    links: linksOf(event.id),
    termIds: termsOf(event.id),
  }));
}

/** Joins no translation, which leaves the texts of the original language. */
const noLanguage = '';

export async function relatedByKey(db: Reader, kind: RelatedKind, key: string): Promise<RelatedRecord | undefined> {
  const found = await findByExternalId(db, kind, key);
  return found && relatedOf(db, kind, found.id);
}

export const allTerms = (db: Reader): Promise<StoredTerm[]> =>
  db
    .selectFrom('terms as t')
    .innerJoin('term_texts as o', (join) => join.onRef('o.term_id', '=', 't.id').on('o.is_original', '=', 1))
    .select(['t.id', 't.taxonomy', 't.parent_id', 't.external_id', 't.language', 'o.name', 'o.description'])
    .select((eb) => eb.fn.coalesce('o.slug', eb.val('')).as('slug'))
    .orderBy('t.id')
    .execute();

/** Names and slugs in all languages; slugs are unique within a taxonomy. */
export const allTermNames = (db: Reader) =>
  db.selectFrom('term_texts').select(['taxonomy', 'name', 'slug', 'term_id']).orderBy('term_id').execute();

export const relatedOf = (db: Reader, kind: RelatedKind, id: number): Promise<RelatedRecord | undefined> =>
  findRelated(db, kind, id, noLanguage);

export const termTextsOf = (db: Reader, id: number) =>
  db.selectFrom('term_texts').selectAll().where('term_id', '=', id).execute();

/**
 * Records with this name in any case and language, without those in the trash. Those with exactly this name are first, then
 * published ones, then those whose original language has it.
 */
export async function relatedByName(db: Reader, kind: RelatedKind, name: string): Promise<RelatedRecord[]> {
  const matches = await db
    .selectFrom('record_texts as t')
    .innerJoin('linked_records as r', 'r.id', 't.record_id')
    .select('t.record_id')
    .where('t.kind', '=', kind)
    .where(hasFoldedTitle(name))
    .where('r.status', '<>', 'trash')
    .orderBy((eb) => eb.case().when('t.title', '=', name).then(0).else(1).end())
    .orderBy((eb) => eb.case().when('r.status', '=', 'publish').then(0).else(1).end())
    .orderBy('t.is_original', 'desc')
    .orderBy('t.record_id')
    .limit(100)
    .execute();
  return findRelatedByIds(db, [...new Set(matches.map(({ record_id }) => record_id))], noLanguage);
}
