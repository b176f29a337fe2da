// Texts go into the search indexes many at once: for each commit of its own an index writes a segment, and merges them
// again and again. Until then every search looks through those that wait.
import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';
import { lettersAndPairs } from './pairs.ts';

/** So few are quickly looked through, and quickly put into the indexes by whoever writes the last of them. */
const mostWaiting = 64;

const waiting = 'select rowid from unindexed_texts';
const newPairs = (index: string, kinds: string): string => `insert into ${index} (rowid, pairs)
  select t.rowid, letters_and_pairs(t.title_folded, t.body_folded)
  from unindexed_texts u cross join record_texts t on t.rowid = u.rowid where t.kind ${kinds}`;

const steps: readonly string[] = [
  `insert into record_search (record_search, rowid, title_folded, body_folded)
    select 'delete', rowid, title_folded, body_folded from unindexed_texts where title_folded is not null`,
  `insert into record_search (rowid, title_folded, body_folded)
    select t.rowid, t.title_folded, t.body_folded from unindexed_texts u cross join record_texts t on t.rowid = u.rowid`,
  // A number may have gone from a text of one kind to one of another.
  `delete from event_pairs where rowid in (${waiting})`,
  `delete from other_pairs where rowid in (${waiting})`,
  newPairs('event_pairs', `= 'event'`),
  newPairs('other_pairs', `<> 'event'`),
  `update text_keys set indexed = 1 where rowid in (${waiting})`,
  `delete from unindexed_texts`,
];

/** Within a transaction that writes, at its end. */
export function indexWaitingTexts({ prepare }: Connection): void {
  const [{ n }] = prepare('select count(*) as n from unindexed_texts').all([]) as [{ n: number }];
  if (n >= mostWaiting) for (const step of steps) prepare(step).run([]);
}

/** What the statements above, and the migration that made the indexes, ask for. */
export function registerPairsFunction(database: BetterSqlite3.Database): void {
  database.function('letters_and_pairs', { deterministic: true }, (title: string, body: string) =>
    lettersAndPairs(title, body).join(' '),
  );
}
