-- Webhooks read the change feed, each from its own position: through_seq in the log, through_at for scheduled records.

create table webhooks (
  id integer primary key autoincrement,
  url text not null,
  description text not null,
  types text not null,
  categories text not null,
  status text not null check (status in ('active','paused','gone')),
  secret text not null,
  former_secret text,
  former_secret_until integer not null,
  created_at integer not null,
  modified_at integer not null,
  through_seq integer not null,
  through_at integer not null) strict;

create table webhook_deliveries (
  id integer primary key autoincrement,
  webhook_id integer not null references webhooks (id) on delete cascade,
  message_id text not null,
  type text not null,
  kind text not null,
  record_id integer not null,
  body text not null,
  status text not null check (status in ('pending','delivered','failed')),
  attempts integer not null,
  next_at integer not null,
  created_at integer not null,
  attempted_at integer,
  response_status integer,
  response text not null) strict;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_status on webhook_deliveries (webhook_id, status, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id) where status = 'pending';
create index webhook_deliveries_record on webhook_deliveries (webhook_id, kind, record_id, id) where status = 'pending';
create index webhook_deliveries_age on webhook_deliveries (created_at) where status <> 'pending';
