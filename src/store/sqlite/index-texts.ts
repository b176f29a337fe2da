// Texts are added to the search indexes in batches, as FTS5 writes a segment per commit and merges segments repeatedly.
// Until then, searches scan the waiting texts.
import type BetterSqlite3 from 'better-sqlite3';
import type { Connection } from './connection.ts';

/** Few enough to be scanned by each search, and to be indexed within one write. */
const maxWaiting = 64;
/** Long texts gain nothing from waiting: FTS5 writes a segment per megabyte anyway. */
const maxWaitingBytes = 1_000_000;

export const waitingTexts = 'select rowid from unindexed_texts';
const size = 'select count(*) as count, total(bytes) as bytes from unindexed_texts';
const newPairs = (index: string, kinds: string): string => `insert into ${index} (rowid, pairs)
  select t.rowid, letters_and_pairs(t.title_folded, t.body_folded)
  from unindexed_texts u cross join record_texts t on t.rowid = u.rowid where t.kind ${kinds}`;

export const indexingSteps: readonly string[] = [
  `insert into record_search (record_search, rowid, title_folded, body_folded)
    select 'delete', rowid, title_folded, body_folded from unindexed_texts where title_folded is not null`,
  `insert into record_search (rowid, title_folded, body_folded)
    select t.rowid, t.title_folded, t.body_folded from unindexed_texts u cross join record_texts t on t.rowid = u.rowid`,
  // A rowid may have been reused for a text of another kind.
  `delete from event_pairs where rowid in (${waitingTexts})`,
  `delete from other_pairs where rowid in (${waitingTexts})`,
  newPairs('event_pairs', `= 'event'`),
  newPairs('other_pairs', `<> 'event'`),
  `update text_keys set indexed = 1 where rowid in (${waitingTexts})`,
  `delete from unindexed_texts`,
];

/** Call this at the end of a write transaction. */
export function indexWaitingTexts({ prepare }: Connection): void {
  const [{ count, bytes }] = prepare(size).all([]) as [{ count: number; bytes: number }];
  if (count >= maxWaiting || bytes >= maxWaitingBytes) for (const step of indexingSteps) prepare(step).run([]);
}

/** Used by the statements above and by the migration that creates the indexes. */
export function registerPairsFunction(database: BetterSqlite3.Database): void {
  database.function('letters_and_pairs', { deterministic: true }, (title: string, body: string) =>
    lettersAndPairs(title, body).join(' '),
  );
}

/** Above every code point. */
const beyond = 2 ** 21;

/** The distinct letters (code points) and adjacent pairs of letters in folded texts, without spaces. */
export function lettersAndPairs(...texts: readonly string[]): string[] {
  const parts = new Set<number>();
  const note = (before: number, letter: number) => parts.add(before * beyond + letter);
  for (const text of texts) {
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const letter = text.codePointAt(at) as number;
      if (letter > 0xffff) at++;
      const isBlank = letter === 32 || letter === 10;
      if (!isBlank) note(0, letter);
      if (!isBlank && before !== 0) note(before, letter);
      before = isBlank ? 0 : letter;
    }
  }
  return [...parts].map(written);
}

function written(part: number): string {
  if (part < beyond) return letterOf(part);
  const first = Math.floor(part / beyond);
  return letterOf(first) + letterOf(part - first * beyond);
}

/** `fromCharCode` takes a quarter of the time of `fromCodePoint`. */
const letterOf = (code: number): string => (code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code));
