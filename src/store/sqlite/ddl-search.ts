// Migration 4: texts of venues, organizers and images have a search index of their own, which is not searched past
// those of all events; and what a search asks of the texts it finds stands in rows so small that thousands are read
// at once.

const isOther = (row: string): string => `${row}.kind <> 'event'`;
const remove = `insert into other_search (other_search, rowid, title_folded, body_folded)
  values ('delete', old.rowid, old.title_folded, old.body_folded);`;
const add = `insert into other_search (rowid, title_folded, body_folded)
  values (new.rowid, new.title_folded, new.body_folded);`;

export const search: readonly string[] = [
  `create table text_keys (
    rowid integer primary key, record_id integer not null, kind text not null, language text not null,
    is_original integer not null) strict`,
  `insert into text_keys (rowid, record_id, kind, language, is_original)
    select rowid, record_id, kind, language, is_original from record_texts`,
  `create trigger text_keys_insert after insert on record_texts begin
    insert into text_keys (rowid, record_id, kind, language, is_original)
      values (new.rowid, new.record_id, new.kind, new.language, new.is_original);
  end`,
  `create trigger text_keys_delete after delete on record_texts begin
    delete from text_keys where rowid = old.rowid;
  end`,
  `create trigger text_keys_update after update of language, is_original on record_texts begin
    update text_keys set language = new.language, is_original = new.is_original where rowid = new.rowid;
  end`,
  `create virtual table other_search using fts5 (
    title_folded, body_folded, content='record_texts', content_rowid='rowid',
    tokenize='trigram case_sensitive 1')`,
  `insert into other_search (rowid, title_folded, body_folded)
    select t.rowid, t.title_folded, t.body_folded from record_texts t where ${isOther('t')}`,
  `create trigger other_search_insert after insert on record_texts when ${isOther('new')} begin ${add} end`,
  `create trigger other_search_delete after delete on record_texts when ${isOther('old')} begin ${remove} end`,
  `create trigger other_search_update after update of title_folded, body_folded on record_texts
    when ${isOther('old')} and (old.title_folded <> new.title_folded or old.body_folded <> new.body_folded)
    begin ${remove} ${add} end`,
];
