-- Slugs that records had, so that links to their pages stay valid.

create table former_slugs (
  kind text not null, slug text not null, record_id integer not null, primary key (kind, slug)
) strict, without rowid;
create index former_slugs_records on former_slugs (record_id);
