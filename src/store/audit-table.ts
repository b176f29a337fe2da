import type { Generated } from 'kysely';

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
  /** JSON, `{"field": [before, after]}`. */
  changes: string | null;
}
