// Reads the complete audited state of a record before and after a change; only for rare writes, as it takes several queries.
import type { Reader, Writer } from '../../../store/store.ts';
import type { Stamp } from '../scope.ts';
import { recordAudit, updateOf } from './audit-log.ts';
import { type AuditedKind, pairs, type State, stateOfRow, stateOfTexts } from './changes.ts';

const isTerm = (kind: AuditedKind): kind is 'category' | 'tag' => kind === 'category' || kind === 'tag';

/** Empty if the record does not exist. */
export async function stateOf(db: Reader, kind: AuditedKind, id: number): Promise<State> {
  const [row, texts, relations] = [
    await rowOf(db, kind, id),
    await textsOf(db, kind, id),
    await relationsOf(db, kind, id),
  ];
  if (!row) return {};
  const textStates = texts.map(({ language, ...columns }) => stateOfTexts(kind, language, columns));
  return Object.assign({}, kind === 'media' ? {} : stateOfRow(row), ...textStates, relations) as State;
}

function rowOf(db: Reader, kind: AuditedKind, id: number): Promise<object | undefined> {
  const table = isTerm(kind) ? 'terms' : kind === 'media' ? 'media' : kind === 'event' ? 'events' : 'linked_records';
  return db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
}

const textsOf = (db: Reader, kind: AuditedKind, id: number): Promise<{ language: string }[]> =>
  isTerm(kind)
    ? db.selectFrom('term_texts').selectAll().where('term_id', '=', id).execute()
    : db.selectFrom('record_texts').selectAll().where('record_id', '=', id).execute();

async function relationsOf(db: Reader, kind: AuditedKind, id: number): Promise<State> {
  if (kind !== 'event') return {};
  const links = await db
    .selectFrom('event_links')
    .select(['kind', 'record_id'])
    .where('event_id', '=', id)
    .orderBy('position')
    .execute();
  const terms = await db
    .selectFrom('event_terms as e')
    .innerJoin('terms as t', 't.id', 'e.term_id')
    .select(['t.taxonomy', 't.id'])
    .where('e.event_id', '=', id)
    .orderBy('t.id')
    .execute();
  const linkedIds = (of: string) => links.filter(({ kind }) => kind === of).map(({ record_id }) => record_id);
  const termIds = (of: string) => terms.filter(({ taxonomy }) => taxonomy === of).map(({ id: term }) => term);
  return {
    venue: linkedIds('venue'),
    organizer: linkedIds('organizer'),
    categories: termIds('category'),
    tags: termIds('tag'),
  };
}

/** Runs `change` and records what it changes of the record. */
export async function auditing<T>(
  db: Writer,
  by: Stamp,
  { kind, id }: { kind: AuditedKind; id: number },
  change: () => Promise<T>,
): Promise<T> {
  const before = await stateOf(db, kind, id);
  const result = await change();
  const after = await stateOf(db, kind, id);
  await recordAudit(db, by, [updateOf(kind, id, pairs(before, after))]);
  return result;
}
