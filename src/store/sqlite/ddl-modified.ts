// Migration 9: what changed within a time is counted, and walked in the order of changes, in an index alone.

export const modified: readonly string[] = [
  `drop index events_by_modification`,
  `create index events_by_modification on events
    (modified_at, id, status, hide_from_listings, start_utc, end_utc, published_at)`,
  // Windows of ends are looked through by starts since migration 3.
  `drop index events_by_end`,
];
