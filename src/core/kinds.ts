// Kinds and statuses of records.

export type RelatedKind = 'venue' | 'organizer';
/** Records with a status and a publication time. */
export type PublishedKind = 'event' | RelatedKind;
export type RecordKind = PublishedKind | 'media';
export type Taxonomy = 'category' | 'tag';
/** Records in the change feed and in sitemaps. */
export const changeKinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const;
export type ChangeKind = (typeof changeKinds)[number];
/** Records in the change log, from which webhooks are sent; the feed has no images. */
export type LoggedKind = ChangeKind | 'media';
/** Path and key of the list of each kind. */
export const plurals = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  media: 'media',
} as const satisfies Record<LoggedKind, string>;

/** `future` is never stored: it is `publish` with a later publication time. */
export const storedStatuses = ['publish', 'draft', 'pending', 'private', 'trash'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

export const isTaxonomy = (kind: LoggedKind): kind is Taxonomy => kind === 'category' || kind === 'tag';
