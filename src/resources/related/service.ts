import { ApiError, forbidden } from '../../core/api-error.ts';
import { mayEdit, mayEditOthers, mayRead } from '../../core/roles.ts';
import type { RelatedKind, RelatedRecordsTable } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import { releaseRecordId } from '../records/rows/record-ids.ts';
import type { RecordScope, Sent } from '../records/scope.ts';
import { idOf, type RecordAddress, unknownIn, withoutEmptySlug } from '../records/slugs.ts';
import { ownedOf } from '../records/status.ts';
import { deleteTexts, removeTranslation } from '../records/texts/texts.ts';
import { assertMaySetAuthor } from '../records/write/authors.ts';
import type { WriteHooks } from '../records/write/hooks.ts';
import { findTwin } from './duplicates.ts';
import { checkValues } from './patch.ts';
import { deleteRelated, findRelated, findRelatedRow, updateRelatedRow } from './repository.ts';
import { insertNewRelated, saveRelated } from './save.ts';
import type { RelatedRecord, RelatedValues } from './types.ts';

/** All venues, or all organizers. */
export interface RelatedCollection {
  store: Store;
  kind: RelatedKind;
}

export type RelatedWriteScope = RecordScope & WriteHooks<RelatedRecord>;

/** Throws 404 for what is unknown or of another kind (D5). */
export async function getRelated(
  db: Reader,
  kind: RelatedKind,
  address: RecordAddress,
  language: string,
): Promise<RelatedRecord> {
  const id = await idOf(db, kind, address);
  const record = id === undefined ? undefined : await findRelated(db, kind, id, language);
  if (!record) throw unknownRecord(kind, address);
  return record;
}

const unknownRecord = (kind: RelatedKind, address: RecordAddress): ApiError =>
  new ApiError(`rest-${kind}-not-found`, unknownIn(address));

/** For reading: hidden records answer 403 (mirror). */
export async function readRelated(
  db: Reader,
  kind: RelatedKind,
  address: RecordAddress,
  scope: RecordScope,
): Promise<RelatedRecord> {
  const record = await getRelated(db, kind, address, scope.language);
  if (!mayRead(scope.caller, ownedOf(record, scope.now))) throw new ApiError(`${kind}-not-accessible`);
  return record;
}

async function findRow(
  db: Reader,
  kind: RelatedKind,
  address: RecordAddress,
): Promise<RelatedRecordsTable | undefined> {
  const id = await idOf(db, kind, address);
  return id === undefined ? undefined : findRelatedRow(db, kind, id);
}

async function getForWriting(
  db: Reader,
  kind: RelatedKind,
  address: RecordAddress,
  scope: RecordScope,
): Promise<RelatedRecordsTable> {
  const record = await findRow(db, kind, address);
  if (!record) throw unknownRecord(kind, address);
  if (!mayEdit(scope.caller, ownedOf(record, scope.now))) throw forbidden(scope.caller);
  return record;
}

export function createRelated(
  { store, kind }: RelatedCollection,
  sent: Sent<RelatedValues>,
  scope: RelatedWriteScope,
): Promise<RelatedRecord> {
  return store.write(async (db) => {
    const checked = await checkValues(db, { kind }, sent, scope);
    sent.problems.throwIfAny();
    assertMaySetAuthor(scope.caller, checked.author);
    const twin = await findTwin(db, kind, checked, scope, mayEdit);
    const id = twin?.id ?? (await insertNewRelated(db, kind, checked, scope));
    return settled(db, kind, id, scope);
  });
}

/** The record as it was written, in the language of the caller. */
async function settled(db: Writer, kind: RelatedKind, id: number, scope: RelatedWriteScope): Promise<RelatedRecord> {
  const record = await getRelated(db, kind, { id }, scope.language);
  await scope.settle?.(db, record);
  return record;
}

export function changeRelated(
  { store, kind }: RelatedCollection,
  address: RecordAddress,
  { values, problems }: Sent<RelatedValues>,
  scope: RelatedWriteScope,
): Promise<RelatedRecord> {
  return store.write(async (db) => {
    const row = await findRow(db, kind, address);
    // Who may not edit it is told nothing of it, not by what is wrong with a value either.
    const found = row && mayEdit(scope.caller, ownedOf(row, scope.now)) ? row : undefined;
    const checked = await checkValues(db, found ?? { kind }, { values, problems }, scope);
    // Only a translation can do without a name of its own (D59).
    if (values.name === null && (!found || found.language === scope.language)) problems.add(kind, 'text_empty');
    problems.throwIfAny();
    const before = await getForWriting(db, kind, address, scope);
    assertMaySetAuthor(scope.caller, checked.author);
    await assertExternalIdFree(db, { kind, id: before.id, externalId: checked.external_id }, scope);
    const assertUnchanged = await scope.watch?.(db, before.id);
    const changes = withoutEmptySlug(checked, before.language !== scope.language);
    if (Object.keys(changes).length > 0) await saveRelated(db, before, changes, scope);
    assertUnchanged?.();
    return settled(db, kind, before.id, scope);
  });
}

export type Removal = { trashed: RelatedRecord } | { removed: RelatedRecord };

/** To the trash, or for good with `force` (D17). A second move to the trash is 410. */
export function removeRelated(
  { store, kind }: RelatedCollection,
  address: RecordAddress,
  force: boolean,
  scope: RelatedWriteScope,
): Promise<Removal> {
  return store.write(async (db): Promise<Removal> => {
    const before = await getForWriting(db, kind, address, scope);
    const assertUnchanged = await scope.watch?.(db, before.id);
    if (force) {
      assertUnchanged?.();
      const previous = await settled(db, kind, before.id, scope);
      await deleteRelated(db, before.id);
      await deleteTexts(db, before.id);
      await releaseRecordId(db, before.id);
      await recordChanges(db, kind, [before.id], scope.now);
      return { removed: previous };
    }
    if (before.status === 'trash') throw new ApiError(`${kind}-is-in-trash`);
    await saveRelated(db, before, { status: 'trash' }, scope);
    assertUnchanged?.();
    return { trashed: await settled(db, kind, before.id, scope) };
  });
}

/** For the `Allow` header. What is unknown is as what the caller may not know of. */
export async function mayEditRelated(
  db: Reader,
  kind: RelatedKind,
  address: RecordAddress,
  scope: RecordScope,
): Promise<boolean> {
  const record = await findRow(db, kind, address);
  return record ? mayEdit(scope.caller, ownedOf(record, scope.now)) : mayEditOthers(scope.caller);
}

/** Whom no record has, everybody who writes records may give to a new one. */
export const mayPutRelated = async (
  db: Reader,
  kind: RelatedKind,
  address: RecordAddress,
  scope: RecordScope,
): Promise<boolean> => (await idOf(db, kind, address)) === undefined || mayEditRelated(db, kind, address, scope);

/** Takes the texts of one language off a record; answers it in the selected language. */
export function removeRelatedTranslation(
  { store, kind }: RelatedCollection,
  id: number,
  segment: string,
  scope: RelatedWriteScope,
): Promise<RelatedRecord> {
  return store.write(async (db) => {
    const record = await getForWriting(db, kind, { id }, scope);
    const assertUnchanged = await scope.watch?.(db, id);
    await removeTranslation(db, record, segment);
    await updateRelatedRow(db, id, { modified_at: scope.now });
    await recordChanges(db, kind, [id], scope.now);
    assertUnchanged?.();
    return settled(db, kind, id, scope);
  });
}
