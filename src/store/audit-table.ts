import type { Generated } from 'kysely';

/** Who changed what; of a record also its revisions. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  kind: string;
  /** 0 where an entry is of no one record. */
  record_id: number;
  action: string;
  /** 0 for imports and the like, which `who` names. */
  user_id: number;
  who: string;
  key_id: number | null;
  key_name: string | null;
  /** IP address. */
  address: string | null;
  request_id: string | null;
  /** JSON, `{"field": [before, after]}`. */
  changes: string | null;
}
