// Migration 11: what a search for one or two letters finds is in indexes of letters and pairs (`pairs.ts`), and who
// brings texts there is the program: the engine cannot take a text apart. Programs of older formats leave them waiting.

/** Letters and pairs are tokens as they are, whatever they consist of; blanks separate them. */
const tokens = `ascii tokenchars ''!"#$%&''''()*+,-./:;<=>?@[\\]^_\`{|}~''`;

const empty = (index: string): string[] => [
  `create virtual table ${index} using fts5 (
    pairs, content='', contentless_delete=1, detail=none, tokenize='${tokens}')`,
  // As of the other indexes (migration 6).
  `insert into ${index} (${index}, rank) values ('automerge', 8)`,
];

const fill = (index: string, kinds: string): string => `insert into ${index} (rowid, pairs)
  select t.rowid, letters_and_pairs(t.title_folded, t.body_folded)
  from text_keys k cross join record_texts t on t.rowid = k.rowid where k.indexed = 1 and k.kind ${kinds}`;

export const pairs: readonly string[] = [
  ...empty('event_pairs'),
  ...empty('other_pairs'),
  fill('event_pairs', `= 'event'`),
  fill('other_pairs', `<> 'event'`),
  `drop trigger unindexed_texts_full`,
];
