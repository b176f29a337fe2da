// The row types of all tables. Times are UTC seconds; flags are 0 or 1, so that both engines store and compare them alike.
import type { Generated } from 'kysely';
import type { EventTimes } from '../core/dates/event-span.ts';
import type { AttendanceMode, EventStatus } from '../core/event-status.ts';
import type { ImageSizes } from '../core/images.ts';
import type { LoggedKind, RecordKind, RelatedKind, StoredStatus, Taxonomy } from '../core/kinds.ts';
import type { Role } from '../core/roles.ts';
import type { AuditTable } from './audit-table.ts';
import type { Json } from './json.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts';

export type Flag = 0 | 1;

/** Publication columns that events, venues and organizers share. */
export interface PublicationColumns {
  id: number;
  status: StoredStatus;
  /** The status to judge ownership by while the record is in the trash. */
  trashed_from: StoredStatus | null;
  author_id: number;
  published_at: number;
  modified_at: number;
  language: string;
  external_id: string | null;
}

export interface EventsTable extends PublicationColumns, EventTimes {
  cost: string;
  show_map: Flag;
  show_map_link: Flag;
  hide_from_listings: Flag;
  sticky: Flag;
  featured: Flag;
  password_hash: string | null;
  post_parent: number;
  image_id: number | null;
  tickets: Json<readonly Ticket[]>;
  event_status: EventStatus;
  /** Previous start of a rescheduled event, as wall clock; empty if unknown. */
  previous_start_date: string;
  attendance_mode: AttendanceMode;
  online_url: string;
}

/** A ticket offer; dates are wall clock times in the event's time zone. */
export interface Ticket {
  name: string;
  url: string;
  price: number | null;
  currency: string;
  available_from: string | null;
  available_until: string | null;
  sold_out: boolean;
}

/** Venues and organizers. Organizers use phone and email only. */
export interface RelatedRecordsTable extends PublicationColumns {
  kind: RelatedKind;
  phone: string;
  email: string;
  address: string;
  city: string;
  country: string;
  province: string;
  state: string;
  zip: string;
  stateprovince: string;
  show_map: Flag;
  show_map_link: Flag;
  image_id: number | null;
  geo_lat: number | null;
  geo_lng: number | null;
}

/** The last attempt to find the coordinates of a venue by its address. */
export interface GeocodingAttemptsTable {
  venue_id: number;
  /** The query; it is sent again only if the address changes. */
  place: string;
  asked_at: number;
  /** Consecutive failures of the geocoder. */
  failures: number;
  /** Null once the geocoder has answered, even with no result. */
  retry_at: number | null;
}

/** One row per record and language; the record's own language always has one. */
export interface RecordTextsTable {
  rowid: Generated<number>;
  record_id: number;
  kind: RecordKind;
  language: string;
  is_original: Flag;
  title: string;
  description: string;
  excerpt: string;
  website: string;
  /** Events only. */
  event_status_reason: string;
  slug: string | null;
  title_folded: string;
  body_folded: string;
}

/** Columns copied from the event by triggers. */
interface OfEvent {
  start_utc: Generated<number>;
  end_utc: Generated<number>;
  published_at: Generated<number>;
  /** Published or scheduled, and not hidden from lists. */
  listed: Generated<Flag>;
}

export interface EventLinksTable extends OfEvent {
  event_id: number;
  kind: RelatedKind;
  position: number;
  record_id: number;
}

export interface TermsTable {
  id: Generated<number>;
  taxonomy: Taxonomy;
  parent_id: number;
  /** Events stored as `publish`, scheduled ones included; maintained by the event repository. */
  event_count: number;
  language: string;
  modified_at: number;
  external_id: string | null;
}

export interface TermTextsTable {
  term_id: number;
  taxonomy: Taxonomy;
  language: string;
  is_original: Flag;
  name: string;
  description: string;
  /** Optional for translations. */
  slug: string | null;
  name_folded: string;
}

/** Images. Title and alternative text are the title and description of their record texts. */
export interface MediaTable
  extends Pick<PublicationColumns, 'id' | 'author_id' | 'published_at' | 'modified_at' | 'language'> {
  /** Folder of its files in the storage. */
  storage_key: string;
  /** The original's file in that folder. */
  filename: string;
  /** Checksum of the uploaded bytes. */
  checksum: string;
  source_url: string | null;
  extension: string;
  mime_type: string;
  width: number;
  height: number;
  filesize: number;
  /** The renditions, by name. */
  sizes: Json<ImageSizes>;
}

/**
 * One row per change of a record, with what decides who may read it. `status` is null after a permanent deletion, and
 * `publish` for terms and images.
 */
export interface ChangesTable {
  seq: Generated<number>;
  kind: LoggedKind;
  record_id: number;
  at: number;
  status: StoredStatus | null;
  author_id: number;
  /** The previous author, if the author changed. */
  former_author_id: number | null;
  published_at: number;
  /**
   * When the change becomes visible to everyone: `at` if the record was or is public, the publication time if it was or
   * is scheduled, else null.
   */
  open_at: number | null;
  external_id: string | null;
}

export interface IdempotencyKeysTable {
  account: string;
  key: string;
  fingerprint: string;
  /** Null while the first request is running. */
  status: number | null;
  headers: Json<Readonly<Record<string, string>>> | null;
  body: Buffer | null;
  created_at: number;
}

export interface UsersTable {
  id: Generated<number>;
  login: string;
  email: string | null;
  name: string;
  role: Role;
  created_at: number;
}

export interface ApplicationPasswordsTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  secret_hash: string;
  created_at: number;
  last_used_at: number | null;
  uuid: string;
  /** Space-separated; null for all rights of the user. */
  scopes: string | null;
  expires_at: number | null;
  /** IP address. */
  last_used_from: string | null;
}

export interface Database {
  audit: AuditTable;
  meta: { key: string; value: string };
  users: UsersTable;
  application_passwords: ApplicationPasswordsTable;
  login_failures: { account: string; address: string; failures: number; first_at: number };
  request_counts: { caller: string; minute: number; requests: number };
  record_ids: { id: Generated<number>; kind: RecordKind };
  events: EventsTable;
  linked_records: RelatedRecordsTable;
  former_slugs: { kind: LoggedKind; slug: string; record_id: number };
  geocoding_attempts: GeocodingAttemptsTable;
  record_texts: RecordTextsTable;
  event_links: EventLinksTable;
  terms: TermsTable;
  term_texts: TermTextsTable;
  event_terms: OfEvent & { event_id: number; term_id: number };
  /** Terms of events that are scheduled, or were when last changed; maintained by triggers. */
  scheduled_terms: { term_id: number; published_at: number; event_id: number };
  /** Number of events per bucket of 2^shift seconds of their start; maintained by triggers. */
  event_counts: { status: StoredStatus; hidden: Flag; shift: number; bucket: number; n: number };
  media: MediaTable;
  changes: ChangesTable;
  /** The invalidation log: ids of changed records, and negated ids of changed terms; written by triggers. */
  touched: { seq: Generated<number>; record: number };
  idempotency_keys: IdempotencyKeysTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
