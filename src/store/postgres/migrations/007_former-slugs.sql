-- Slugs that records had, so that links to their pages stay valid.

create table former_slugs (
  kind text collate "C" not null, slug text collate "C" not null, record_id bigint not null, primary key (kind, slug));
create index former_slugs_records on former_slugs (record_id);
