-- Words for free in capitals: `lower` knows the letters of ASCII only.
drop index events_free;
create index events_free on events (status, hide_from_listings, start_utc, published_at, id, end_utc)
  where (cost like '%0%' and cost not like '%1%' and cost not like '%2%' and cost not like '%3%'
    and cost not like '%4%' and cost not like '%5%' and cost not like '%6%' and cost not like '%7%'
    and cost not like '%8%' and cost not like '%9%'
    or lower(cost) in ('free', 'gratis', 'kostenlos', 'gratuit', 'gratuito', 'grátis', 'grÁtis', '無料', '免费',
      'безплатно', 'Безплатно', 'БЕЗПЛАТНО'));
