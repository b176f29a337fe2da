// The audit log: what a write changes, by the API's field names, and its entry, written in the transaction of the write. Texts
// carry their language: `title@fr`.
import type { LoggedKind } from '../../../core/kinds.ts';
import type { AuditTable } from '../../../store/audit-table.ts';
import type { Writer } from '../../../store/store.ts';
import { rowInserter } from '../rows/rows.ts';
import type { WriteOrigin } from '../scope.ts';

export type State = Readonly<Record<string, unknown>>;
export type FieldChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

const titleNames: Readonly<Record<string, string>> = { venue: 'venue', organizer: 'organizer' };

const textName = (kind: LoggedKind, column: string): string => {
  if (column === 'title') return titleNames[kind] ?? 'title';
  return kind === 'media' && column === 'description' ? 'alt_text' : column;
};

/** Columns of `record_texts` and `term_texts` that are not texts or derive from them. */
const notTexts = new Set([
  ...['rowid', 'record_id', 'term_id', 'kind', 'taxonomy', 'language', 'is_original'],
  ...['title_folded', 'body_folded', 'name_folded'],
]);

export const stateOfTexts = (kind: LoggedKind, language: string, texts: object): State =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([column, value]) =>
      notTexts.has(column) ? [] : [[`${textName(kind, column)}@${language}`, value ?? '']],
    ),
  );

/** Pairs of values of the fields that differ; a missing field counts as empty. */
export function pairs(before: State, after: State): FieldChanges {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const pair = [before[field] ?? null, after[field] ?? null] as const;
      const isSame = JSON.stringify(pair[0]) === JSON.stringify(pair[1]) || pair.every((value) => !isFilled(value));
      return isSame ? [] : [[field, pair]];
    }),
  );
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);

export const auditActions = [
  'created',
  'updated',
  'trashed',
  'restored',
  'deleted',
  'erased',
  'revoked',
  'imported',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Records and other auditable objects. */
export const auditKinds = [
  'event',
  'venue',
  'organizer',
  'category',
  'tag',
  'media',
  'user',
  'key',
  'webhook',
  'calendar',
] as const;
export type AuditKind = (typeof auditKinds)[number];

export interface AuditEntry {
  kind: AuditKind;
  id: number;
  action: AuditAction;
  /** Omitted for a new record: its initial values follow from the current ones and later changes. */
  changes?: FieldChanges;
}

type Row = Omit<AuditTable, 'id'>;
const insertRows = rowInserter('audit');

/** Updates without changes, and changes without a caller, are not recorded. */
export async function recordAudit(db: Writer, by: WriteOrigin, entries: readonly AuditEntry[]): Promise<void> {
  const { caller } = by;
  if (!caller) return;
  const rows = entries.flatMap(({ kind, id, action, changes }): Row[] => {
    if (changes && Object.keys(changes).length === 0 && action === 'updated') return [];
    return [
      {
        at: by.now,
        kind,
        record_id: id,
        action,
        user_id: caller.userId,
        who: caller.login,
        key_id: caller.key?.id ?? null,
        key_name: caller.key?.name ?? null,
        address: by.remoteAddress ?? null,
        request_id: by.requestId ?? null,
        changes: changes ? JSON.stringify(changes) : null,
      },
    ];
  });
  await insertRows(db, rows);
}

export const recordCreated = (db: Writer, by: WriteOrigin, kind: AuditKind, ids: readonly number[]): Promise<void> =>
  recordAudit(
    db,
    by,
    ids.map((id) => ({ kind, id, action: 'created' })),
  );

/** An update as `trashed`, `restored` or `updated`, depending on the change of status. */
export function updateOf(kind: AuditKind, id: number, changes: FieldChanges): AuditEntry {
  const [before, after] = changes['status'] ?? [];
  return { kind, id, action: after === 'trash' ? 'trashed' : before === 'trash' ? 'restored' : 'updated', changes };
}
