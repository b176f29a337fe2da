// The indexes of SQLite, which PostgreSQL maintains itself: those of tables, by the engine's own check, and full-text indexes, which
// the program and triggers fill.
import { sql } from 'kysely';
import { errorCodeOf } from '../core/errors.ts';
import { indexingSteps, waitingTexts } from '../store/sqlite/index-texts.ts';
import type { Writer } from '../store/store.ts';
import { type Check, countOf } from './repository-tables.ts';

const tables = sql<{ name: string }>`select name from pragma_table_list where schema = 'main' and type = 'table'`;

async function problems(db: Writer): Promise<number> {
  let found = 0;
  for (const { name } of (await tables.execute(db)).rows) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.ref(name)})`.execute(db);
    found += rows.filter(({ integrity_check }) => integrity_check !== 'ok').length;
  }
  return found;
}

export const tableIndexes: Check = {
  what: 'rows and indexes of tables',
  wrong: problems,
  async repair(db) {
    await sql`reindex`.execute(db);
  },
};

/** The kinds of the records whose texts each index has. */
const kindsIn = {
  record_search: `in ('event','venue','organizer','media')`,
  other_search: `<> 'event'`,
  event_pairs: `= 'event'`,
  other_pairs: `<> 'event'`,
};
type Index = keyof typeof kindsIn;
const indexes = Object.keys(kindsIn) as Index[];

/** Texts without an index entry and entries without a text, except those that wait to be indexed. */
const wrongIn = (name: Index) => {
  const kinds = kindsIn[name];
  // Triggers fill this one immediately.
  const settled = (column: string) => (name === 'other_search' ? '' : `and ${column} not in (${waitingTexts})`);
  return sql<{ n: number }>`${sql.raw(`select
    (select count(*) from record_texts t where t.kind ${kinds} ${settled('t.rowid')}
      and not exists (select 1 from ${name}_docsize d where d.id = t.rowid))
    + (select count(*) from ${name}_docsize d where not exists
      (select 1 from record_texts t where t.rowid = d.id and t.kind ${kinds}) ${settled('d.id')}) as n`)}`;
};

const wrongKeys = sql<{ n: number }>`select
  (select count(*) from record_texts t left join text_keys k on k.rowid = t.rowid where k.rowid is null
    or k.record_id <> t.record_id or k.kind <> t.kind or k.language <> t.language or k.is_original <> t.is_original)
  + (select count(*) from text_keys k where not exists (select 1 from record_texts t where t.rowid = k.rowid)) as n`;

/** By SQLite's own checks. `record_search` is compared with the texts, all of which must be indexed for that. */
const verifications: readonly string[] = [
  ...indexingSteps,
  ...indexes.map((name) => `insert into ${name} (${name}) values ('integrity-check')`),
  `insert into record_search (record_search, rank) values ('integrity-check', 1)`,
];

async function isDamaged(db: Writer): Promise<boolean> {
  try {
    for (const statement of verifications) await sql.raw(statement).execute(db);
    return false;
  } catch (error) {
    if (errorCodeOf((error as Error).cause) === 'SQLITE_CORRUPT_VTAB') return true;
    throw error;
  }
}

const repairs: readonly string[] = [
  'delete from unindexed_texts',
  'delete from text_keys',
  `insert into text_keys (rowid, record_id, kind, language, is_original, indexed)
    select rowid, record_id, kind, language, is_original, 1 from record_texts`,
  `insert into record_search (record_search) values ('rebuild')`,
  `insert into other_search (other_search) values ('delete-all')`,
  `insert into other_search (rowid, title_folded, body_folded)
    select rowid, title_folded, body_folded from record_texts where kind ${kindsIn.other_search}`,
  ...(['event_pairs', 'other_pairs'] as const).flatMap((name) => [
    `insert into ${name} (${name}) values ('delete-all')`,
    `insert into ${name} (rowid, pairs) select rowid, letters_and_pairs(title_folded, body_folded)
      from record_texts where kind ${kindsIn[name]}`,
  ]),
];

export const searchIndexes: Check = {
  what: 'search indexes',
  async wrong(db) {
    let wrong = await countOf(db, wrongKeys);
    for (const index of indexes) wrong += await countOf(db, wrongIn(index));
    return wrong === 0 && (await isDamaged(db)) ? 1 : wrong;
  },
  async repair(db) {
    for (const statement of repairs) await sql.raw(statement).execute(db);
  },
};
