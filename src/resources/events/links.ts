// Venues and organizers that an event write names: existing ones by id, or new ones from inline data (D24, D25).
import { isDeepStrictEqual } from 'node:util';
import { ApiError, type Problem, type Problems } from '../../core/api-error.ts';
import type { RelatedKind } from '../../core/kinds.ts';
import { mayRead } from '../../core/roles.ts';
import type { Raw } from '../../http/params/raw.ts';
import { readParams } from '../../http/params/read.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import { ownershipOf } from '../records/rows/record-table.ts';
import type { RecordScope, Scope } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { assertMaySetAuthor } from '../records/write/publication.ts';
import { findDuplicate } from '../related/duplicates.ts';
import { applyRelated, type CheckedValues, checkValues } from '../related/patch.ts';
import { linksByEvents } from '../related/repository-events.ts';
import { insertNewRelated } from '../related/save.ts';
import { relatedFields } from '../related/schemas.ts';
import { hiddenAmong, isShownInEvents } from './relations.ts';
import type { LinkReference } from './types.ts';

/** Checked references: ids that the caller may link, and data of records to create. */
export type ResolvedLink = { id: number } | { values: CheckedValues };

/** The links that a write changes. `before` is the stored event, if there is one. */
export async function resolveChangedLinks(
  db: Writer,
  sent: Partial<Record<RelatedKind, readonly LinkReference[] | null | undefined>>,
  problems: Problems,
  scope: RecordScope,
  before: { id: number } | undefined,
): Promise<{ kind: RelatedKind; resolved: ResolvedLink[] }[]> {
  const kinds = (['venue', 'organizer'] as const).filter((kind) => sent[kind] !== undefined);
  const stored = before && kinds.length > 0 ? (await linksByEvents(db, [before.id]))(before.id) : undefined;
  const changed: { kind: RelatedKind; resolved: ResolvedLink[] }[] = [];
  for (const kind of kinds) {
    const references = sent[kind] ?? [];
    if (stored && (await areAsShown(db, kind, stored[kind], references, scope))) continue;
    changed.push({ kind, resolved: await resolveLinks(db, kind, references, problems, scope) });
  }
  return changed;
}

/**
 * Whether the references are what the caller is shown of the stored links. Then nothing changes: links to records in the
 * trash or that the caller may not read are kept (D15, D33).
 */
async function areAsShown(
  db: Reader,
  kind: RelatedKind,
  stored: readonly number[],
  references: readonly LinkReference[],
  scope: Scope,
): Promise<boolean> {
  const rows = await ownershipOf(db, kind, stored);
  const shown = new Set(rows.filter((row) => isShownInEvents(ownedOf(row, scope.now), scope)).map(({ id }) => id));
  const sent = references.map((reference) => ('id' in reference ? reference.id : undefined));
  return isDeepStrictEqual(
    sent,
    stored.filter((id) => shown.has(id)),
  );
}

async function resolveLinks(
  db: Writer,
  kind: RelatedKind,
  references: readonly LinkReference[],
  problems: Problems,
  scope: RecordScope,
): Promise<ResolvedLink[]> {
  const ids = references.flatMap((reference) => ('id' in reference ? [reference.id] : []));
  if ((await hiddenAmong(db, kind, ids, scope)).size > 0) problems.add(kind, `unknown_${kind}`);
  const resolved: ResolvedLink[] = [];
  for (const reference of references) {
    if ('id' in reference) resolved.push(reference);
    else {
      const read = await readInline(db, kind, reference.data, scope);
      if ('faulty' in read) problems.set(kind, { key: 'link_data_invalid', fields: read.faulty });
      else resolved.push(read);
    }
  }
  return resolved;
}

/** Checks inline data by the rules of a create request. Returns the problems of its fields, if any. */
async function readInline(
  db: Writer,
  kind: RelatedKind,
  data: Record<string, unknown>,
  scope: RecordScope,
): Promise<{ values: CheckedValues } | { faulty: ReadonlyMap<string, Problem> }> {
  try {
    const params = new Map(Object.entries(data as Record<string, Raw>));
    const { values, problems } = readParams(relatedFields[kind], params, scope);
    const checked = await checkValues(db, { kind }, { values, problems }, scope);
    problems.throwIfAny();
    return { values: checked };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { missing = [], problems = new Map<string, Problem>() } = error.extras;
    return {
      faulty: missing.length > 0 ? new Map(missing.map((name) => [name, { key: 'field_required' }])) : problems,
    };
  }
}

/** The distinct ids to link, in the order sent. Creates new records, unless equal ones exist. */
export async function makeLinks(
  db: Writer,
  kind: RelatedKind,
  links: readonly ResolvedLink[],
  scope: RecordScope,
): Promise<number[]> {
  const ids = new Set<number>();
  for (const link of links) ids.add('id' in link ? link.id : await findOrCreate(db, kind, link.values, scope));
  return [...ids];
}

async function findOrCreate(db: Writer, kind: RelatedKind, values: CheckedValues, scope: RecordScope): Promise<number> {
  assertMaySetAuthor(scope.caller, values.author);
  const duplicate = await findDuplicate(db, kind, values, scope, mayRead);
  if (duplicate) return duplicate.id;
  await assertExternalIdFree(db, { kind, id: 0, externalId: values.external_id }, scope);
  return insertNewRelated(db, applyRelated(kind, undefined, values, scope), scope);
}
