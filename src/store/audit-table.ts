import type { Generated } from 'kysely';
import type { Json } from './json.ts';

/** By field; null once the values have been pruned. */
export type LoggedChanges = Readonly<Record<string, readonly [before: unknown, after: unknown] | null>>;

/** The audit log, which also holds the revisions of records. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  kind: string;
  /** 0 if the entry is not about a single record. */
  record_id: number;
  action: string;
  /** 0 for programs such as an import; `who` names them. */
  user_id: number;
  who: string;
  key_id: number | null;
  key_name: string | null;
  /** IP address. */
  address: string | null;
  request_id: string | null;
  /** Null for a new record. */
  changes: Json<LoggedChanges> | null;
}
