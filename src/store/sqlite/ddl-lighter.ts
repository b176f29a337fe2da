// Migration 7, too: what a write does not have to do.

const differs = (
  table: string,
): string => `(${table}.start_utc, ${table}.end_utc, ${table}.published_at, ${table}.listed)
  is not (e.start_utc, e.end_utc, e.published_at, e.status = 'publish' and e.hide_from_listings = 0)`;
const known = `start_utc = e.start_utc, end_utc = e.end_utc, published_at = e.published_at,
  listed = (e.status = 'publish' and e.hide_from_listings = 0)`;
const isPublishedLater = `e.status = 'publish' and e.published_at > min(e.modified_at, unixepoch())`;

export const lighter: readonly string[] = [
  // As before, but rows that come with what they know of their event are not written twice, with their indexes.
  `drop trigger event_links_insert`,
  `create trigger event_links_insert after insert on event_links begin
    update event_links set ${known} from events e where e.id = new.event_id and event_links.event_id = new.event_id
      and event_links.kind = new.kind and event_links.position = new.position and ${differs('event_links')};
  end`,
  `drop trigger event_terms_insert`,
  `create trigger event_terms_insert after insert on event_terms begin
    update event_terms set ${known} from events e where e.id = new.event_id and event_terms.event_id = new.event_id
      and +event_terms.term_id = new.term_id and ${differs('event_terms')};
    insert or ignore into scheduled_terms (term_id, published_at, event_id)
      select new.term_id, e.published_at, e.id from events e where e.id = new.event_id and ${isPublishedLater};
  end`,
];
