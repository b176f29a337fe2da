// Revisions of a record: the entries of the audit log, from the newest back to the first whose values are gone.
import { ApiError } from '../../../core/api-error.ts';
import type { AuditTable, LoggedChanges } from '../../../store/audit-table.ts';
import type { Reader } from '../../../store/store.ts';
import type { AuditedKind, FieldChanges } from '../audit/audit-log.ts';

export interface Revision extends Pick<AuditTable, 'at' | 'action' | 'user_id' | 'who'> {
  id: number;
  changes: FieldChanges;
}

const maxRevisions = 500;

/** Newest first. Id 0 is the state before the oldest revision, unless that one created the record. */
export async function revisionsOf(db: Reader, kind: AuditedKind, recordId: number): Promise<Revision[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'user_id', 'who', 'changes'])
    .where((eb) => eb.and({ kind, record_id: recordId }))
    .orderBy('id', 'desc')
    .limit(maxRevisions)
    .execute();
  const complete: Revision[] = [];
  for (const row of rows) {
    const changes = row.changes === null ? {} : JSON.parse(row.changes);
    if (!hasValues(changes)) break;
    complete.push({ ...row, changes });
  }
  const oldest = complete.at(-1);
  if (!oldest || oldest.action === 'created') return complete;
  return [...complete, { id: 0, at: oldest.at, action: 'earlier', user_id: 0, who: '', changes: {} }];
}

const hasValues = (changes: LoggedChanges): changes is FieldChanges => !Object.values(changes).includes(null);

export interface Comparison {
  revision: Revision;
  /** Fields that have changed since the revision: their value then and now. */
  differences: FieldChanges;
}

export function compare(revisions: readonly Revision[], id: string): Comparison {
  const at = revisions.findIndex((revision) => String(revision.id) === id);
  const revision = revisions[at];
  if (!revision) throw new ApiError('rest-revision-not-found');
  const differences: Record<string, readonly [then: unknown, now: unknown]> = {};
  for (const { changes } of revisions.slice(0, at))
    for (const [field, [before, after]] of Object.entries(changes))
      differences[field] = [before, differences[field] ? differences[field][1] : after];
  return { revision, differences: Object.fromEntries(Object.entries(differences).filter(isDifferent)) };
}

const isDifferent = ([field, [then, now]]: [string, readonly [unknown, unknown]]): boolean =>
  field === 'password' || JSON.stringify(then) !== JSON.stringify(now);

/** Publication, address and ownership are not content. */
const notRestored = ['status', 'author', 'external_id', 'password', 'slug', 'date_utc'];

/**
 * The updates that restore the content: one per language, because an update has a single language. `language` is undefined if
 * no text changes.
 */
export function restorationsOf(differences: FieldChanges, isField: (name: string) => boolean) {
  const byLanguage = new Map<string | undefined, Record<string, unknown>>();
  for (const [name, [then]] of Object.entries(differences)) {
    const [field, language] = name.split('@') as [string, string | undefined];
    if (notRestored.includes(field) || !isField(field)) continue;
    byLanguage.set(language, { ...byLanguage.get(language), [field]: then });
  }
  return byLanguage.size === 0
    ? [{ language: undefined, values: {} }]
    : [...byLanguage].map(([language, values]) => ({ language, values }));
}
