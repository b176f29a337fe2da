-- Sizes of the texts that wait for the search indexes: each write adds them up, which took a lookup per text.

drop trigger text_keys_insert;
drop trigger unindexed_texts_update;
drop trigger unindexed_texts_delete;

create table waiting (rowid integer primary key, bytes integer not null, title_folded text, body_folded text) strict;
insert into waiting (rowid, bytes, title_folded, body_folded)
  select u.rowid, coalesce(octet_length(t.body_folded), 0), u.title_folded, u.body_folded
  from unindexed_texts u left join record_texts t on t.rowid = u.rowid;
drop table unindexed_texts;
alter table waiting rename to unindexed_texts;

create trigger text_keys_insert after insert on record_texts begin
  insert into text_keys (rowid, record_id, kind, language, is_original, indexed)
    values (new.rowid, new.record_id, new.kind, new.language, new.is_original, 0);
  insert into unindexed_texts (rowid, bytes) values (new.rowid, octet_length(new.body_folded))
    on conflict (rowid) do update set bytes = excluded.bytes;
end;
create trigger unindexed_texts_update after update of title_folded, body_folded on record_texts
  when old.title_folded <> new.title_folded or old.body_folded <> new.body_folded begin
  update text_keys set indexed = 0 where rowid = new.rowid;
  insert into unindexed_texts (rowid, bytes, title_folded, body_folded)
    values (old.rowid, octet_length(new.body_folded), old.title_folded, old.body_folded)
    on conflict (rowid) do update set bytes = excluded.bytes;
end;
create trigger unindexed_texts_delete after delete on record_texts begin
  insert into unindexed_texts (rowid, bytes, title_folded, body_folded)
    values (old.rowid, 0, old.title_folded, old.body_folded)
    on conflict (rowid) do update set bytes = 0;
end;
