-- Whether events take place as announced, and where people take part.

alter table events add column event_status text collate "C" not null default 'scheduled'
  check (event_status in ('scheduled','canceled','postponed','rescheduled','moved_online'));
alter table events add column previous_start_date text collate "C" not null default '';
alter table events add column attendance_mode text collate "C" not null default 'offline'
  check (attendance_mode in ('offline','online','mixed'));
alter table events add column online_url text collate "C" not null default '';
alter table record_texts add column event_status_reason text collate "C" not null default '';

create index events_by_event_status on events (status, hide_from_listings, start_utc, published_at, id, end_utc, event_status)
  where event_status <> 'scheduled';
create index events_online on events (status, hide_from_listings, start_utc, published_at, id, end_utc, attendance_mode)
  where attendance_mode <> 'offline';
-- Prices of nothing but zeros, or a word for free.
create index events_free on events (status, hide_from_listings, start_utc, published_at, id, end_utc)
  where (cost like '%0%' and cost not like '%1%' and cost not like '%2%' and cost not like '%3%'
    and cost not like '%4%' and cost not like '%5%' and cost not like '%6%' and cost not like '%7%'
    and cost not like '%8%' and cost not like '%9%'
    or lower(cost) in ('free', 'gratis', 'kostenlos', 'gratuit', 'gratuito', 'grátis', '無料', '免费', 'безплатно'));
