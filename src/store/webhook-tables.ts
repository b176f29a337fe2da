import type { Generated } from 'kysely';
import type { LoggedKind } from '../core/kinds.ts';
import type { Json } from './json.ts';

/** A receiver of messages about changes, and its position in the change log. */
export interface WebhooksTable {
  id: Generated<number>;
  url: string;
  description: string;
  /** `*`, `event.*`, `event.created` … */
  types: Json<readonly string[]>;
  /** Ids; none for events of any category. */
  categories: Json<readonly number[]>;
  /** `gone` once the receiver answered 410. */
  status: 'active' | 'paused' | 'gone';
  secret: string;
  /** Also used for signatures until it expires. */
  former_secret: string | null;
  former_secret_until: number;
  created_at: number;
  modified_at: number;
  /** The last row of `changes` that has been turned into deliveries. */
  through_seq: number;
  /** Up to when scheduled records have been reported as published. */
  through_at: number;
}

/** One message to one webhook. `failed` ones are not retried. */
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  /** The `webhook-id` header of all attempts. */
  message_id: string;
  type: string;
  kind: LoggedKind | 'webhook';
  record_id: number;
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** During an attempt: when it is considered lost. */
  next_at: number;
  created_at: number;
  attempted_at: number | null;
  /** Null without a response. */
  response_status: number | null;
  /** The beginning of the last response, or the reason that there was none. */
  response: string;
}
