import { ApiError, forbidden, Problems } from '../../core/api-error.ts';
import { mayEdit, mayEditOthers, mayRead, type Viewer } from '../../core/roles.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { assertMaySetAuthor } from '../linked/patch.ts';
import { replaceEventLinks } from '../linked/repository.ts';
import type { LinkedScope, RecordAddress } from '../linked/service.ts';
import { decodeSlug, slugAfter } from '../linked/service.ts';
import { findBySlug, freeSlug, trashedSlug } from '../records/slugs.ts';
import { ownedOf } from '../records/status.ts';
import { deleteTexts, insertTexts, newRecordId, releaseRecordId, updateTexts } from '../records/texts.ts';
import { countEvent, replaceEventTerms } from '../terms/repository.ts';
import { makeTerms } from '../terms/service.ts';
import { type CheckedWrite, checkEvent } from './check.ts';
import { makeLinks } from './links.ts';
import { isMasked } from './masking.ts';
import { applyEvent, emptyEvent } from './patch.ts';
import { deleteEvent, findEvent, insertEvent, updateEvent } from './repository.ts';
import type { EventRecord, EventValues } from './types.ts';

/** Hashes the passwords of events, slowly: before a transaction, never inside one. */
export type HashPassword = (password: string) => Promise<string>;

/** An update starts from the event's own texts, not from a translation. */
const ownLanguage = '';

/** Throws 404 for what is unknown or of another kind (D5). */
export async function getEvent(db: Reader, address: RecordAddress, language: string): Promise<EventRecord> {
  const id = address.slug === undefined ? address.id : await findBySlug(db, 'event', decodeSlug(address.slug));
  const event = id === undefined ? undefined : await findEvent(db, id, language);
  if (!event) throw new ApiError('rest-event-not-found', { unknown: address.slug === undefined ? 'id' : 'slug' });
  return event;
}

interface ReadOptions {
  edit: boolean;
  password: string | undefined;
}

/** For reading: in the order trash, status, password, each with its 403 (contract: events.md 6, D16, D17). */
export async function readEvent(
  db: Reader,
  address: RecordAddress,
  options: ReadOptions,
  hash: HashPassword,
  scope: LinkedScope,
): Promise<EventRecord> {
  const event = await getEvent(db, address, scope.language);
  const owned = ownedOf(event, scope.now);
  if (owned.status === 'trash' && !(options.edit && mayEdit(scope.viewer, owned)))
    throw new ApiError('event-no-longer-available');
  if (!mayRead(scope.viewer, owned)) throw new ApiError('event-not-accessible');
  const passwordHash =
    event.password_hash !== null && options.password !== undefined ? await hash(options.password) : undefined;
  if (isMasked(event, { ...scope, passwordHash })) throw new ApiError('event-password-protected');
  return event;
}

async function getForWriting(db: Reader, address: RecordAddress, scope: LinkedScope): Promise<EventRecord> {
  const event = await getEvent(db, address, ownLanguage);
  if (!mayEdit(scope.viewer, ownedOf(event, scope.now))) throw forbidden(scope.viewer);
  return event;
}

export async function createEvent(
  store: Store,
  values: EventValues,
  problems: Problems,
  hash: HashPassword,
  scope: LinkedScope,
): Promise<EventRecord> {
  const passwordHash = values.password ? await hash(values.password) : undefined;
  return store.write(async (db) => {
    const checked = await checkEvent(db, values, problems, scope);
    if (passwordHash !== undefined) checked.event.passwordHash = passwordHash;
    applyEvent(emptyEvent(0, scope), checked.event, problems, scope);
    problems.throwIfAny();
    assertMaySetAuthor(scope.viewer, checked.event.author);
    const id = await newRecordId(db, 'event');
    await insert(db, emptyEvent(id, scope), checked, scope);
    return getEvent(db, { id }, scope.language);
  });
}

async function insert(db: Writer, empty: EventRecord, checked: CheckedWrite, scope: LinkedScope): Promise<void> {
  const { id } = empty;
  const { row, texts } = applyEvent(empty, checked.event, new Problems(), scope);
  const slug = await freeSlug(db, 'event', checked.event.slug ?? texts.title, id);
  const stored = row.status === 'trash' ? await freeSlug(db, 'event', trashedSlug(slug), id) : slug;
  await insertEvent(db, row);
  await insertTexts(db, { ...texts, recordId: id, kind: 'event', language: row.language, slug: stored });
  await saveRelations(db, id, checked, scope);
  if (row.status === 'publish') await countEvent(db, id, 1);
}

async function saveRelations(
  db: Writer,
  id: number,
  { terms, links }: CheckedWrite,
  scope: LinkedScope,
): Promise<void> {
  for (const { taxonomy, ids, created } of terms) {
    await replaceEventTerms(db, id, taxonomy, [
      ...new Set([...ids, ...(await makeTerms(db, taxonomy, created, scope))]),
    ]);
  }
  for (const { kind, resolved } of links)
    await replaceEventLinks(db, id, kind, await makeLinks(db, kind, resolved, scope));
}

export async function changeEvent(
  store: Store,
  address: RecordAddress,
  values: EventValues,
  problems: Problems,
  hash: HashPassword,
  scope: LinkedScope,
): Promise<EventRecord> {
  const passwordHash = values.password ? await hash(values.password) : values.password;
  return store.write(async (db) => {
    const checked = await checkEvent(db, values, problems, scope);
    problems.throwIfAny();
    if (passwordHash !== undefined) checked.event.passwordHash = passwordHash;
    const before = await getForWriting(db, address, scope);
    if (checked.event.author !== before.author_id) assertMaySetAuthor(scope.viewer, checked.event.author);
    if (checked.isEmpty && passwordHash === undefined) return getEvent(db, { id: before.id }, scope.language);
    await save(db, before, checked, problems, scope);
    return getEvent(db, { id: before.id }, scope.language);
  });
}

async function save(
  db: Writer,
  before: EventRecord,
  checked: CheckedWrite,
  problems: Problems,
  scope: LinkedScope,
): Promise<void> {
  const { id } = before;
  const { row, texts } = applyEvent(before, checked.event, problems, scope);
  problems.throwIfAny();
  const slug = await slugAfter(db, { ...before, kind: 'event' }, row.status, checked.event.slug);
  if (before.status === 'publish') await countEvent(db, id, -1);
  await updateEvent(db, id, row);
  await updateTexts(db, { ...texts, recordId: id, kind: 'event', language: row.language, slug });
  await saveRelations(db, id, checked, scope);
  if (row.status === 'publish') await countEvent(db, id, 1);
}

/** A second move to the trash is 410. */
export function trashEvent(store: Store, address: RecordAddress, scope: LinkedScope): Promise<EventRecord> {
  return store.write(async (db) => {
    const before = await getForWriting(db, address, scope);
    if (before.status === 'trash') throw new ApiError('event-is-in-trash');
    const trashed: CheckedWrite = { event: { status: 'trash' }, terms: [], links: [], isEmpty: false };
    await save(db, before, trashed, new Problems(), scope);
    return getEvent(db, { id: before.id }, scope.language);
  });
}

/** For good. `describe` tells what the event was while its links are still there. */
export function removeEvent<T>(
  store: Store,
  address: RecordAddress,
  scope: LinkedScope,
  describe: (db: Reader, event: EventRecord) => Promise<T>,
): Promise<T> {
  return store.write(async (db) => {
    const event = await getForWriting(db, address, scope);
    const previous = await describe(db, event);
    if (event.status === 'publish') await countEvent(db, event.id, -1);
    await deleteEvent(db, event.id);
    await deleteTexts(db, event.id);
    await releaseRecordId(db, event.id);
    return previous;
  });
}

/** For the `Allow` header. What is unknown is as what the viewer may not know of. */
export async function mayEditEvent(
  db: Reader,
  address: RecordAddress,
  scope: { viewer: Viewer; now: number },
): Promise<boolean> {
  try {
    return mayEdit(scope.viewer, ownedOf(await getEvent(db, address, ownLanguage), scope.now));
  } catch (error) {
    if (error instanceof ApiError) return mayEditOthers(scope.viewer);
    throw error;
  }
}

/** Whether the caller may read the event and whom it is linked to: what filters by an event ask (D15). */
export async function isEventReadable(
  db: Reader,
  id: number,
  scope: { viewer: Viewer; now: number },
): Promise<boolean> {
  const event = await findEvent(db, id, ownLanguage);
  return event !== undefined && mayRead(scope.viewer, ownedOf(event, scope.now)) && !isMasked(event, scope);
}
