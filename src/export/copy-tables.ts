import type { Database } from '../store/schema.ts';

export interface CopiedTable {
  name: keyof Database;
  /** Unique columns that order its rows. */
  key: readonly string[];
  /** The column that the engine numbers. */
  numbered?: string;
}

/** The tables of a calendar, referenced ones first, without those that triggers maintain. */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'meta', key: ['key'] },
  { name: 'users', key: ['id'], numbered: 'id' },
  { name: 'application_passwords', key: ['id'], numbered: 'id' },
  { name: 'login_failures', key: ['account', 'address'] },
  { name: 'record_ids', key: ['id'], numbered: 'id' },
  { name: 'events', key: ['id'] },
  { name: 'linked_records', key: ['id'] },
  { name: 'geocoding_attempts', key: ['venue_id'] },
  { name: 'record_texts', key: ['rowid'], numbered: 'rowid' },
  { name: 'event_links', key: ['event_id', 'kind', 'position'] },
  { name: 'terms', key: ['id'], numbered: 'id' },
  { name: 'term_texts', key: ['term_id', 'language'] },
  { name: 'event_terms', key: ['event_id', 'term_id'] },
  { name: 'media', key: ['id'] },
  { name: 'audit', key: ['id'], numbered: 'id' },
  { name: 'changes', key: ['seq'], numbered: 'seq' },
  { name: 'idempotency_keys', key: ['account', 'key'] },
  { name: 'webhooks', key: ['id'], numbered: 'id' },
  { name: 'webhook_deliveries', key: ['id'], numbered: 'id' },
];
