// Venues and organizers as record resources: lookup, validation and writes.

import type { RelatedKind } from '../../core/kinds.ts';
import { mayEdit } from '../../core/roles.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { releaseRecordId } from '../records/rows/record-ids.ts';
import type { IsEventReadable, RecordScope } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { deleteTexts, languagesOf } from '../records/texts/texts.ts';
import { getRecord, type RecordResource } from '../records/write/resource.ts';
import { findDuplicate } from './duplicates.ts';
import { type CheckedValues, checkValues } from './patch.ts';
import { deleteRelated, findRelated, findRelatedRow, updateRelatedRow } from './repository.ts';
import { type AppliedRelated, applyRelated, changeRelated, insertNewRelated } from './save.ts';
import type { RelatedValues } from './schemas.ts';
import type { RelatedRecord } from './types.ts';

/** All venues, or all organizers. */
export interface RelatedCollection {
  store: Store;
  kind: RelatedKind;
}

export type RelatedResource = RecordResource<
  RelatedRecord,
  RelatedValues,
  RelatedRecordsTable,
  { values: CheckedValues },
  AppliedRelated
>;

export function relatedResource({ store, kind }: RelatedCollection): RelatedResource {
  const found = {
    kind,
    notFound: `rest-${kind}-not-found`,
    find: (db: Reader, id: number, { language }: RecordScope) => findRelated(db, kind, id, language),
  } as const;
  const get = (db: Reader, id: number, scope: RecordScope) => getRecord(db, found, { id }, scope);
  const update = async (
    db: Writer,
    before: RelatedRecordsTable,
    applied: AppliedRelated,
    scope: RecordScope,
  ): Promise<RelatedRecord> => {
    await changeRelated(db, before, applied, scope);
    return get(db, before.id, scope);
  };
  return {
    ...found,
    store,
    findRow: (db, id) => findRelatedRow(db, kind, id),
    mayEdit: (caller, row, now) => mayEdit(caller, ownedOf(row, now)),
    title: { value: 'name', parameter: kind },
    check: async (db, sent, scope, before) => ({ values: await checkValues(db, before ?? { kind }, sent, scope) }),
    apply: (before, { values }, _problems, scope) => applyRelated(kind, before, values, scope),
    async findEqual(db, { values }, _sent, scope) {
      const duplicate = await findDuplicate(db, kind, values, scope, mayEdit);
      return duplicate && get(db, duplicate.id, scope);
    },
    insert: async (db, applied, scope) => get(db, await insertNewRelated(db, applied, scope), scope),
    update,
    trash: {
      error: `${kind}-is-in-trash`,
      isIn: ({ status }) => status === 'trash',
      move: (db, before, scope) => update(db, before, applyRelated(kind, before, { status: 'trash' }, scope), scope),
    },
    languagesOf: (db, { id }) => languagesOf(db, id),
    async deleteTexts(db, { id }, language, now) {
      await deleteTexts(db, id, language);
      await updateRelatedRow(db, id, { modified_at: now });
    },
    async remove(db, { id }) {
      await deleteRelated(db, id);
      await deleteTexts(db, id);
      await releaseRecordId(db, id);
      return [];
    },
  };
}

export interface RelatedRoutesOptions extends RelatedCollection {
  maxPerPage: number;
  /** Whether the caller may read the event and its related records. */
  isEventReadable: IsEventReadable;
  /** Hashes an event password sent by a reader; limits attempts per address. */
  tryPassword: (password: string, sender: { remoteAddress: string; now: number }) => Promise<string>;
}
