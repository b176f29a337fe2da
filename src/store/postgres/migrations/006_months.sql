-- Events in other than the shortest duration class, with the days that they cover, for months. Titles have no index here: one
-- may exceed the size of an entry.
create index events_long on events (status, hide_from_listings,
  (case when end_utc - start_utc < 65536 then 0 when end_utc - start_utc < 2097152 then 1
    when end_utc - start_utc < 67108864 then 2 else 3 end), start_utc, end_utc, published_at, start_wall, end_wall)
  where end_utc - start_utc >= 65536;
