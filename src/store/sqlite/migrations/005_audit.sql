-- The audit log: who changed what. Entries of a record are its revisions as well: `changes` has the fields that a write
-- changed, as JSON of `{"field": [before, after]}`, with null for both once the values are too old to be kept.

create table audit (
  id integer primary key,
  at integer not null,
  kind text not null,
  record_id integer not null,
  action text not null,
  user_id integer not null,
  who text not null,
  key_id integer,
  key_name text,
  address text,
  request_id text,
  changes text) strict;
create index audit_record on audit (kind, record_id, id);
create index audit_user on audit (user_id, id);
create index audit_at on audit (at);
