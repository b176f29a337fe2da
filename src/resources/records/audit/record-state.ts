// All that is stored of a record, for writes so rare that it may be read before and after them.
import type { Reader, Writer } from '../../../store/store.ts';
import type { Stamp } from '../scope.ts';
import { recordAudit, updateOf } from './audit-log.ts';
import { type AuditedKind, pairs, type State, stateOfRow, stateOfTexts } from './changes.ts';

const isTerm = (kind: AuditedKind): kind is 'category' | 'tag' => kind === 'category' || kind === 'tag';

/** Empty for what is not there. */
export async function stateOf(db: Reader, kind: AuditedKind, id: number): Promise<State> {
  const [row, texts, relations] = [
    await rowOf(db, kind, id),
    await textsOf(db, kind, id),
    await relationsOf(db, kind, id),
  ];
  if (!row) return {};
  const shown = texts.map(({ language, ...columns }) => stateOfTexts(kind, language, columns));
  return Object.assign({}, kind === 'media' ? {} : stateOfRow(row), ...shown, relations) as State;
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
  const linked = (wanted: string) => links.filter(({ kind }) => kind === wanted).map(({ record_id }) => record_id);
  const filed = (wanted: string) => terms.filter(({ taxonomy }) => taxonomy === wanted).map(({ id: term }) => term);
  return {
    venue: linked('venue'),
    organizer: linked('organizer'),
    categories: filed('category'),
    tags: filed('tag'),
  };
}

/** Notes what `change` changes of the record. */
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
