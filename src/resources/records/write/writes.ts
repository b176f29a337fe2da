// The write operations of a kind of records, without its internal types.
import type { ChangeKind } from '../../../core/kinds.ts';
import type { RecordScope, Sent } from '../scope.ts';
import type { RecordAddress } from '../slugs.ts';
import {
  type ChangeableRecords,
  type Checked,
  changeRecord,
  createRecord,
  getForWriting,
  mayEditRecord,
  mayPutRecord,
  type RecordResource,
  removeRecord,
  removeTranslation,
  type StoredRecords,
  type StoredRow,
  trashRecord,
  type WriteScope,
} from './resource.ts';

/** Operations on existing records. */
export interface ChangeWrites<Rec, Values> extends Pick<StoredRecords<StoredRow, Rec>, 'store' | 'kind'> {
  change(address: RecordAddress, sent: Sent<Values>, scope: WriteScope<Rec>): Promise<Rec>;
  remove(address: RecordAddress, scope: WriteScope<Rec>): Promise<Rec>;
  removeTranslation(address: RecordAddress & { language: string }, scope: WriteScope<Rec>): Promise<Rec>;
  mayEdit(address: RecordAddress, scope: RecordScope): Promise<boolean>;
  /** Throws 404, or 403 if the caller may not edit the record. */
  assertMayEdit(address: RecordAddress, scope: RecordScope): Promise<void>;
}

/** All write operations of a kind. */
export interface RecordWrites<Rec, Values> extends ChangeWrites<Rec, Values> {
  kind: ChangeKind;
  prepare(values: Values): Promise<unknown>;
  create(sent: Sent<Values>, scope: WriteScope<Rec>): Promise<Rec>;
  trash(address: RecordAddress, scope: WriteScope<Rec>): Promise<Rec>;
  mayPut(address: RecordAddress, scope: RecordScope): Promise<boolean>;
}

export const changesTo = <Row extends StoredRow, Rec, Values, C extends Checked, Applied>(
  resource: ChangeableRecords<Row, Rec, Values, C, Applied>,
): ChangeWrites<Rec, Values> => ({
  store: resource.store,
  kind: resource.kind,
  change: (address, sent, scope) => changeRecord(resource, address, sent, scope),
  remove: (address, scope) => removeRecord(resource, address, scope),
  removeTranslation: (address, scope) => removeTranslation(resource, address, scope),
  mayEdit: (address, scope) => mayEditRecord(resource, address, scope),
  assertMayEdit: async (address, scope) => void (await getForWriting(resource.store.reader, resource, address, scope)),
});

export const writesOf = <Row extends StoredRow, Rec, Values, C extends Checked, Applied>(
  resource: RecordResource<Row, Rec, Values, C, Applied>,
): RecordWrites<Rec, Values> => ({
  ...changesTo(resource),
  kind: resource.kind,
  prepare: async (values) => resource.prepare?.(values),
  create: (sent, scope) => createRecord(resource, sent, scope),
  trash: (address, scope) => trashRecord(resource, address, scope),
  mayPut: (address, scope) => mayPutRecord(resource, address, scope),
});
