// Migration 7: texts wait for the search index and go there many at once. For each commit of its own the index writes a
// segment, and merges them again and again: a quarter of all pages that a write takes, and its longest waits.

/** So few are quickly looked through by every search, and quickly put into the index by whoever writes the last of them. */
const mostWaiting = 64;

/** Of what the index has, the text to take out; of what it does not have, nothing. */
const waits = (row: 'new' | 'old', was: string): string =>
  `insert or ignore into unindexed_texts (rowid, title_folded, body_folded) values (${row}.rowid, ${was});`;

export const unindexed: readonly string[] = [
  // Rows that the index does not have as they are, with what it has of them.
  `create table unindexed_texts (rowid integer primary key, title_folded text, body_folded text) strict`,
  // Matches are looked up here in any case: those that are out of date are known by it.
  `alter table text_keys add column indexed integer not null default 1`,
  `drop trigger record_texts_insert`,
  `drop trigger record_texts_update`,
  `drop trigger record_texts_delete`,
  `drop trigger text_keys_insert`,
  `create trigger text_keys_insert after insert on record_texts begin
    insert into text_keys (rowid, record_id, kind, language, is_original, indexed)
      values (new.rowid, new.record_id, new.kind, new.language, new.is_original, 0);
    ${waits('new', 'null, null')}
  end`,
  `create trigger unindexed_texts_update after update of title_folded, body_folded on record_texts
    when old.title_folded <> new.title_folded or old.body_folded <> new.body_folded begin
    update text_keys set indexed = 0 where rowid = new.rowid;
    ${waits('old', 'old.title_folded, old.body_folded')}
  end`,
  `create trigger unindexed_texts_delete after delete on record_texts begin
    ${waits('old', 'old.title_folded, old.body_folded')}
  end`,
  `create trigger unindexed_texts_full after insert on unindexed_texts
    when (select count(*) from unindexed_texts) >= ${mostWaiting} begin
    insert into record_search (record_search, rowid, title_folded, body_folded)
      select 'delete', rowid, title_folded, body_folded from unindexed_texts where title_folded is not null;
    insert into record_search (rowid, title_folded, body_folded)
      select t.rowid, t.title_folded, t.body_folded from unindexed_texts u cross join record_texts t on t.rowid = u.rowid;
    update text_keys set indexed = 1 where rowid in (select rowid from unindexed_texts);
    delete from unindexed_texts;
  end`,
];
