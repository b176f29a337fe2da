// Reads and writes records of any kind. Each kind supplies how its records are found, checked, applied and stored; the order
// of the checks is common to all.
import { ApiError, forbidden, Problems } from '../../../core/api-error.ts';
import { type ChangeKind, isTaxonomy, type LoggedKind } from '../../../core/kinds.ts';
import { parseLanguage } from '../../../core/languages.ts';
import { type Caller, mayEditOthers } from '../../../core/roles.ts';
import type { Reader, Store, Writer } from '../../../store/store.ts';
import { type FieldChanges, pairs, recordAudit, updateOf } from '../audit/audit-log.ts';
import { auditing, stateOf } from '../audit/record-state.ts';
import { recordChanges } from '../changes/change-log.ts';
import { assertExternalIdFree } from '../external-ids.ts';
import { eraseRecord, touchRow } from '../rows/record-table.ts';
import type { RecordScope, Sent } from '../scope.ts';
import { idOf, type RecordRef, unknownIn, withoutEmptySlug } from '../slugs.ts';
import { deleteTranslation } from '../texts/texts.ts';
import { assertMaySetAuthor } from './publication.ts';

/** Hooks of a request into the transaction of its write. */
export interface WriteHooks<Rec> {
  /** For errors that are reported only if all parameters are valid. */
  assertAllowed?: (() => void) | undefined;
  /**
   * Called before anything is written, once the caller is known to be allowed to write. The function it returns is called
   * after all other checks and may throw 412: preconditions are checked last.
   */
  watch?: ((db: Reader, id: number) => Promise<() => void>) | undefined;
  /** Called right before the commit, or before a permanent deletion while the record still exists. */
  beforeCommit?: ((db: Writer, record: Rec) => Promise<void>) | undefined;
}

export type WriteScope<Rec> = RecordScope & WriteHooks<Rec>;

export interface StoredRow {
  id: number;
  /** The record's own language. */
  language: string;
}

export interface CheckedValues {
  values: { author?: number; external_id?: string | null };
}

/** How records of one kind are found. `Rec` is a record in the caller's language. */
export interface FoundRecords<Rec> {
  kind: LoggedKind;
  find(db: Reader, id: number, scope: RecordScope): Promise<Rec | undefined>;
}

/**
 * Existing records of one kind. `Values` are the parameters of a write, `Row` is the stored row, `Checked` has the checked
 * values, and `Applied` is what will be stored.
 */
export interface ChangeableRecords<
  Rec,
  Values,
  Row extends StoredRow = StoredRow,
  Checked extends CheckedValues = CheckedValues,
  Applied = unknown,
> extends FoundRecords<Rec> {
  store: Store;
  findRow(db: Reader, id: number, scope: RecordScope): Promise<Row | undefined>;
  mayEdit(caller: Caller, row: Row, now: number): boolean;
  /** Throws if the record cannot be deleted permanently in its current state. */
  assertRemovable?(db: Reader, row: Row, scope: RecordScope): Promise<void>;
  /** Removes what refers to a record that will be deleted; returns the changes of other records of its kind. */
  detach(db: Writer, row: Row, scope: RecordScope): Promise<readonly { id: number; changes: FieldChanges }[]>;
  /** The text that may be empty in translations only (D59). */
  title?: keyof Values & string;
  /** Slow work to be done before the transaction. */
  prepare?(values: Values): Promise<unknown>;
  /** Adds problems with the values. `before` is the record to be changed, if the caller may edit it. */
  check(db: Writer, sent: Sent<Values>, scope: RecordScope, before?: Row): Promise<Checked>;
  /** `before` is undefined for a new record. */
  apply(before: Row | undefined, checked: Checked, problems: Problems, scope: RecordScope): Applied;
  /** Returns the record in the caller's language. */
  update(db: Writer, before: Row, applied: Applied, scope: RecordScope): Promise<Rec>;
}

export interface RecordResource<
  Rec,
  Values,
  Row extends StoredRow = StoredRow,
  Checked extends CheckedValues = CheckedValues,
  Applied = unknown,
> extends ChangeableRecords<Rec, Values, Row, Checked, Applied> {
  kind: ChangeKind;
  /** The values that move a record to the trash, for kinds that have one. */
  trashed?: Checked;
  /** Returns an existing record that makes creating another one unnecessary, or refuses the new one. */
  checkDuplicate?(db: Writer, checked: Checked, scope: RecordScope): Promise<Rec | undefined>;
  insert(db: Writer, applied: Applied, scope: RecordScope): Promise<Rec>;
}

const notFoundAt = ({ kind }: { kind: LoggedKind }, ref: RecordRef) =>
  new ApiError(`rest-${kind}-not-found`, unknownIn(ref));

/** Throws 404 for an id that is unknown or of another kind (D5). */
export async function getRecord<Rec>(
  db: Reader,
  resource: FoundRecords<Rec>,
  ref: RecordRef,
  scope: RecordScope,
): Promise<Rec> {
  const id = await idOf(db, resource.kind, ref);
  const record = id === undefined ? undefined : await resource.find(db, id, scope);
  if (!record) throw notFoundAt(resource, ref);
  return record;
}

async function findRow(
  db: Reader,
  resource: ChangeableRecords<unknown, never>,
  ref: RecordRef,
  scope: RecordScope,
): Promise<StoredRow | undefined> {
  const id = await idOf(db, resource.kind, ref);
  return id === undefined ? undefined : resource.findRow(db, id, scope);
}

/** Throws 404, or 403 if the caller may not edit the record. */
export async function getForWriting(
  db: Reader,
  resource: ChangeableRecords<unknown, never>,
  ref: RecordRef,
  scope: RecordScope,
): Promise<StoredRow> {
  const row = await findRow(db, resource, ref, scope);
  if (!row) throw notFoundAt(resource, ref);
  if (!resource.mayEdit(scope.caller, row, scope.now)) throw editForbidden(resource, row, scope);
  return row;
}

const editForbidden = (resource: ChangeableRecords<unknown, never>, row: StoredRow, { caller, now }: RecordScope) =>
  forbidden(caller, (other) => resource.mayEdit(other, row, now));

/** For the `Allow` header, which must not reveal whether a hidden record exists. */
export async function mayEditRecord(
  resource: ChangeableRecords<unknown, never>,
  ref: RecordRef,
  scope: RecordScope,
): Promise<boolean> {
  const row = await findRow(resource.store.reader, resource, ref, scope);
  return row ? resource.mayEdit(scope.caller, row, scope.now) : mayEditOthers(scope.caller);
}

/** An external id that is not in use may be claimed by anyone who may create records. */
export const mayPutRecord = async (
  resource: ChangeableRecords<unknown, never>,
  ref: RecordRef,
  scope: RecordScope,
): Promise<boolean> =>
  (await idOf(resource.store.reader, resource.kind, ref)) === undefined || mayEditRecord(resource, ref, scope);

/** Runs the `beforeCommit` hook, which builds the reply. */
export async function runBeforeCommit<Rec>(db: Writer, record: Rec, scope: WriteScope<Rec>): Promise<Rec> {
  await scope.beforeCommit?.(db, record);
  return record;
}

export async function createRecord<Rec, Values>(
  resource: RecordResource<Rec, Values>,
  { values, problems }: Sent<Values>,
  scope: WriteScope<Rec>,
): Promise<Rec> {
  await resource.prepare?.(values);
  return resource.store.write(async (db) => {
    const checked = await resource.check(db, { values, problems }, scope);
    const applied = resource.apply(undefined, checked, problems, scope);
    problems.throwIfAny();
    assertMaySetAuthor(scope.caller, checked.values.author);
    scope.assertAllowed?.();
    const existing = await resource.checkDuplicate?.(db, checked, scope);
    if (existing) return runBeforeCommit(db, existing, scope);
    await assertExternalIdFree(db, { kind: resource.kind, id: 0, externalId: checked.values.external_id }, scope);
    return runBeforeCommit(db, await resource.insert(db, applied, scope), scope);
  });
}

export async function changeRecord<Rec, Values>(
  resource: ChangeableRecords<Rec, Values>,
  ref: RecordRef,
  { values, problems }: Sent<Values>,
  scope: WriteScope<Rec>,
): Promise<Rec> {
  await resource.prepare?.(values);
  return resource.store.write(async (db) => {
    const row = await findRow(db, resource, ref, scope);
    // Without `before` the checks cannot reveal anything about a record that the caller may not edit.
    const before = row && resource.mayEdit(scope.caller, row, scope.now) ? row : undefined;
    const checked = await resource.check(db, { values, problems }, scope, before);
    const applied = before && resource.apply(before, checked, problems, scope);
    const { title } = resource;
    if (title && values[title] === null && (!before || before.language === scope.language))
      problems.add(title, 'text_empty');
    problems.throwIfAny();
    if (!row) throw notFoundAt(resource, ref);
    if (!before) throw editForbidden(resource, row, scope);
    assertMaySetAuthor(scope.caller, checked.values.author);
    scope.assertAllowed?.();
    const { kind } = resource;
    const { external_id: externalId } = checked.values;
    if (kind !== 'media') await assertExternalIdFree(db, { kind, id: before.id, externalId }, scope);
    const assertUnchanged = await scope.watch?.(db, before.id);
    // An empty write changes nothing, not even `modified` (D20). One with the stored values sets it, as in the reference.
    const isChanged = Object.keys(withoutEmptySlug(values as object, before.language !== scope.language)).length > 0;
    const record = isChanged
      ? await resource.update(db, before, applied, scope)
      : await getRecord(db, resource, { id: before.id }, scope);
    assertUnchanged?.();
    return runBeforeCommit(db, record, scope);
  });
}

/** Throws 410 for a record that is in the trash already. */
export function trashRecord<Rec>(
  resource: RecordResource<Rec, never>,
  ref: RecordRef,
  scope: WriteScope<Rec>,
): Promise<Rec> {
  return resource.store.write(async (db) => {
    const before = await getForWriting(db, resource, ref, scope);
    const { kind, trashed } = resource;
    if (!trashed || isTaxonomy(kind)) throw new Error(`A ${kind} has no trash.`);
    if ('status' in before && before.status === 'trash') throw new ApiError(`${kind}-is-in-trash`);
    const assertUnchanged = await scope.watch?.(db, before.id);
    const applied = resource.apply(before, trashed, new Problems(), scope);
    const record = await resource.update(db, before, applied, scope);
    assertUnchanged?.();
    return runBeforeCommit(db, record, scope);
  });
}

/** Deletes a record permanently and returns it as it was. The hook runs while its relations still exist. */
export function removeRecord<Rec>(
  resource: ChangeableRecords<Rec, never>,
  ref: RecordRef,
  scope: WriteScope<Rec>,
): Promise<Rec> {
  return resource.store.write(async (db) => {
    const row = await getForWriting(db, resource, ref, scope);
    await resource.assertRemovable?.(db, row, scope);
    (await scope.watch?.(db, row.id))?.();
    const record = await runBeforeCommit(db, await getRecord(db, resource, { id: row.id }, scope), scope);
    const state = await stateOf(db, resource.kind, row.id);
    const { kind } = resource;
    const others = await resource.detach(db, row, scope);
    await eraseRecord(db, kind, row.id);
    await recordChanges(db, kind, [...others.map(({ id }) => id), row.id], scope.now);
    await recordAudit(db, scope, [
      ...others.map(({ id, changes }) => updateOf(kind, id, changes)),
      { kind, id: row.id, action: 'deleted', changes: pairs(state, {}) },
    ]);
    return record;
  });
}

export function removeTranslation<Rec>(
  resource: ChangeableRecords<Rec, never>,
  ref: RecordRef & { language?: string },
  scope: WriteScope<Rec>,
): Promise<Rec> {
  return resource.store.write(async (db) => {
    const row = await getForWriting(db, resource, ref, scope);
    const assertUnchanged = await scope.watch?.(db, row.id);
    const { kind } = resource;
    const language = parseLanguage(ref.language as string);
    if (language === row.language) throw new ApiError('rest-original-language');
    await auditing(db, scope, { kind, id: row.id }, async () => {
      const isDeleted = language !== undefined && (await deleteTranslation(db, kind, row.id, language));
      if (!isDeleted) throw new ApiError('rest-translation-not-found');
      await touchRow(db, kind, row.id, scope.now);
    });
    await recordChanges(db, kind, [row.id], scope.now);
    assertUnchanged?.();
    return runBeforeCommit(db, await getRecord(db, resource, { id: row.id }, scope), scope);
  });
}
