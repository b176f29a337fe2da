// Venues and organizers as record resources: lookup, validation and writes.

import type { RelatedKind } from '../../core/kinds.ts';
import { mayEdit } from '../../core/roles.ts';
import type { RelatedRecordsTable } from '../../store/schema.ts';
import type { Reader, Store } from '../../store/store.ts';
import { unrelateEvents } from '../records/rows/event-relations.ts';
import type { IsEventReadable, RecordScope } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import type { RecordResource } from '../records/write/resource.ts';
import { changedTextsAndSlug } from '../records/write/save.ts';
import { findDuplicate } from './duplicates.ts';
import { type AppliedRelated, applyRelated, type CheckedValues, checkValues } from './patch.ts';
import { findRelated, findRelatedRow } from './repository.ts';
import { insertNewRelated, updateRelated } from './save.ts';
import type { RelatedValues } from './schemas.ts';
import type { RelatedRecord } from './types.ts';

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
  const get = async (db: Reader, id: number, { language }: RecordScope) =>
    (await findRelated(db, kind, id, language)) as RelatedRecord;
  return {
    kind,
    find: (db, id, { language }) => findRelated(db, kind, id, language),
    store,
    findRow: (db, id) => findRelatedRow(db, kind, id),
    mayEdit: (caller, row, now) => mayEdit(caller, ownedOf(row, now)),
    title: kind,
    check: async (db, sent, scope, before) => ({ values: await checkValues(db, before ?? { kind }, sent, scope) }),
    apply: (before, { values }, _problems, scope) => applyRelated(kind, before, values, scope),
    async checkDuplicate(db, { values }, scope) {
      const duplicate = await findDuplicate(db, kind, values, scope, mayEdit);
      return duplicate && get(db, duplicate.id, scope);
    },
    insert: async (db, applied, scope) => get(db, await insertNewRelated(db, applied, scope), scope),
    async update(db, before, applied, scope) {
      const { language } = scope;
      const texts = await changedTextsAndSlug(db, kind, before, applied, language);
      await updateRelated(db, before, { row: applied.row, language, texts }, scope);
      return get(db, before.id, scope);
    },
    trashed: { values: { status: 'trash' } },
    async detach(db, { id }) {
      await unrelateEvents(db, 'event_links', id);
      return [];
    },
  };
}

export interface RelatedRoutesOptions extends RelatedCollection {
  maxPerPage: number;
  isEventReadable: IsEventReadable;
  /** Hashes an event password sent by a reader; limits attempts per address. */
  tryPassword: (password: string, sender: { remoteAddress: string; now: number }) => Promise<string>;
}
