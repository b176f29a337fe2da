// Revisions of a record: the entries of the audit log, from the newest back to the first whose values are gone.
import { sql } from 'kysely';
import { ApiError } from '../../../core/api-error.ts';
import { formatUtc } from '../../../core/dates/civil.ts';
import { isTaxonomy, type LoggedKind } from '../../../core/kinds.ts';
import { languages } from '../../../core/languages.ts';
import { type Caller, mayRead } from '../../../core/roles.ts';
import { listOf, named, strictObject } from '../../../http/openapi/schema.ts';
import type { JsonSchema } from '../../../http/params/field.ts';
import type { AuditTable, LoggedChanges } from '../../../store/audit-table.ts';
import type { Reader } from '../../../store/store.ts';
import { type FieldChanges, pairs } from '../audit/audit-log.ts';
import { textSchema, timeSchema } from '../reply-schemas.ts';
import { ownershipOf, tableOf } from '../rows/record-table.ts';
import { chunksOf } from '../rows/rows.ts';
import { ownedOf } from '../status.ts';

interface Revision extends Pick<AuditTable, 'at' | 'action' | 'user_id' | 'who'> {
  id: number;
  changes: FieldChanges;
}

const maxRevisions = 500;

/** Newest first. Id 0 is the state before the oldest revision, unless that one created the record. */
export async function revisionsOf(db: Reader, kind: LoggedKind, recordId: number): Promise<Revision[]> {
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
    // Until a deletion, the id belonged to another record.
    if (row.action === 'deleted' || !hasValues(changes)) break;
    complete.push({ ...row, changes });
  }
  const oldest = complete.at(-1);
  if (!oldest || oldest.action === 'created') return complete;
  return [...complete, { id: 0, at: oldest.at, action: 'earlier', user_id: 0, who: '', changes: {} }];
}

/** Fields of events that name other records. */
const relations = { venue: 'venue', organizer: 'organizer', post_parent: 'event' } as const;

/** Without related records that the caller may not read: the event does not show them either (D15). */
export async function withoutHidden(
  db: Reader,
  revisions: readonly Revision[],
  { caller, now }: { caller: Caller; now: number },
): Promise<Revision[]> {
  const hidden = new Set<unknown>();
  for (const [field, kind] of Object.entries(relations)) {
    const values = revisions.flatMap(({ changes }) => changes[field] ?? []).flat();
    const ids = new Set(values.filter((value) => typeof value === 'number'));
    for (const some of chunksOf(ids))
      for (const row of await ownershipOf(db, kind, some)) if (!mayRead(caller, ownedOf(row, now))) hidden.add(row.id);
  }
  const shown = (value: unknown): unknown =>
    Array.isArray(value) ? value.filter((id) => !hidden.has(id)) : hidden.has(value) ? 0 : value;
  const shownChange = ([field, pair]: [string, FieldChanges[string]]) => {
    const [before, after] = pair;
    return field in relations
      ? Object.entries(pairs({ [field]: shown(before) }, { [field]: shown(after) }))
      : [[field, pair]];
  };
  return revisions.map(({ changes, ...revision }) => ({
    ...revision,
    changes: Object.fromEntries(Object.entries(changes).flatMap(shownChange)),
  }));
}

const hasValues = (changes: LoggedChanges): changes is FieldChanges => !Object.values(changes).includes(null);

/** A parent that has been deleted since stays away: its deletion was a change of the record. */
export async function withoutDeletedParent(
  db: Reader,
  kind: LoggedKind,
  differences: FieldChanges,
): Promise<FieldChanges> {
  const { [isTaxonomy(kind) ? 'parent' : 'post_parent']: parent, ...others } = differences;
  if (!parent?.[0]) return differences;
  const { rows } = await sql`select id from ${sql.table(tableOf(kind))} where id = ${parent[0]}`.execute(db);
  return rows.length > 0 ? differences : others;
}

interface Comparison {
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

/** Publication, slug and ownership are not content. */
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

const anyValue = (description: string): JsonSchema => ({ description });

const change = named(
  'FieldChange',
  strictObject(
    {
      field: textSchema('Name of the parameter'),
      language: { type: 'string', enum: languages, description: 'Language of a translatable text' },
      before: anyValue(
        'Value before the change; absent once it has been pruned. For a password, only whether there was one',
      ),
      after: anyValue('Value after the change'),
    },
    ['language', 'before', 'after'],
  ),
);

export const changesSchema = listOf(change);

export const presentChanges = (changes: LoggedChanges) =>
  Object.entries(changes).map(([name, pair]) => {
    const [field, language] = name.split('@');
    return { field, ...(language ? { language } : {}), ...(pair ? { before: pair[0], after: pair[1] } : {}) };
  });

const revision = {
  id: { type: 'integer', minimum: 0, description: 'Id of the revision; 0 for the state before the oldest' },
  date_utc: timeSchema('Time of creation, in UTC'),
  action: textSchema('Action: `created`, `updated`, `trashed`, `restored`, or `earlier` for id 0'),
  author: { type: 'integer', description: 'Id of the user; 0 for an import or another program' },
  author_name: textSchema('Login of the user, or name of the program'),
  fields: { ...listOf({ type: 'string' }), description: 'Names of the changed fields' },
};

export const revisionsSchema = named(
  'Revisions',
  strictObject({ revisions: listOf(named('RevisionSummary', strictObject(revision))) }),
);

export const revisionSchema = named(
  'Revision',
  strictObject({
    ...revision,
    changes: { ...changesSchema, description: 'Changes made by this revision' },
    differences: {
      ...changesSchema,
      description:
        'Differences from the current version: `before` is the value after this revision, `after` the current value',
    },
  }),
);

export const presentRevision = ({ id, at, action, user_id, who, changes }: Revision) => ({
  id,
  date_utc: formatUtc(at),
  action,
  author: user_id,
  author_name: who,
  fields: [...new Set(Object.keys(changes).map((name) => name.split('@')[0]))],
});

export const presentComparison = ({ revision: of, differences }: Comparison) => ({
  ...presentRevision(of),
  changes: presentChanges(of.changes),
  differences: presentChanges(differences),
});
