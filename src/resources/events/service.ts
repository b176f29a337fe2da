import { ApiError, forbidden, Problems } from '../../core/api-error.ts';
import { mayEdit, mayEditOthers, mayRead } from '../../core/roles.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import { isInLineage } from '../records/rows/lineage.ts';
import { newRecordId, releaseRecordId } from '../records/rows/record-ids.ts';
import type { RecordScope, Scope, Sent } from '../records/scope.ts';
import { changeSlug, idOf, type RecordAddress, slugOfNew, unknownIn, withoutEmptySlug } from '../records/slugs.ts';
import { ownedOf } from '../records/status.ts';
import { type ShownTexts, shownOfAll } from '../records/texts/shown-texts.ts';
import { deleteTexts, noTexts, removeTranslation } from '../records/texts/texts.ts';
import { assertMaySetAuthor } from '../records/write/authors.ts';
import type { WriteHooks } from '../records/write/hooks.ts';
import { countEvent } from '../terms/repository-events.ts';
import { type CheckedWrite, checkEvent, makeRelations } from './check.ts';
import { type AppliedEvent, applyEvent, type CheckedEvent, emptyEvent } from './fields/apply.ts';
import { isMasked } from './masking.ts';
import { deleteEvent, findEvent, findEventRow, updateEventRow } from './repository.ts';
import { insertEvents, updateEvent } from './save.ts';
import type { EventValues } from './schemas.ts';
import type { EventRecord } from './types.ts';

/** Hashes the passwords of events, slowly: before a transaction, never inside one. */
export type HashPassword = (password: string) => Promise<string>;

/** Where events are kept, and what makes them readable with a password. */
export interface Calendar {
  store: Store;
  hashPassword: HashPassword;
}

export type EventWriteScope = RecordScope & WriteHooks<EventRecord>;

/** Throws 404 for what is unknown or of another kind (D5). */
export async function getEvent(db: Reader, address: RecordAddress, language: string): Promise<EventRecord> {
  const id = await idOf(db, 'event', address);
  const event = id === undefined ? undefined : await findEvent(db, id, language);
  if (!event) throw unknownEvent(address);
  return event;
}

const unknownEvent = (address: RecordAddress): ApiError => new ApiError('rest-event-not-found', unknownIn(address));

interface ReadOptions {
  edit: boolean;
  password: string | undefined;
}

/** For reading: in the order trash, status, password, each with its 403 (contract: events.md 6, D16, D17). */
export async function readEvent(
  { store, hashPassword }: Calendar,
  address: RecordAddress,
  options: ReadOptions,
  scope: RecordScope,
): Promise<EventRecord> {
  const event = await getEvent(store.reader, address, scope.language);
  const owned = ownedOf(event, scope.now);
  if (owned.status === 'trash' && !(options.edit && mayEdit(scope.caller, owned)))
    throw new ApiError('event-no-longer-available');
  if (!mayRead(scope.caller, owned)) throw new ApiError('event-not-accessible');
  const passwordHash =
    event.password_hash !== null && options.password !== undefined ? await hashPassword(options.password) : undefined;
  if (isMasked(event, { ...scope, passwordHash })) throw new ApiError('event-password-protected');
  return event;
}

async function findRow(db: Reader, address: RecordAddress): Promise<EventsTable | undefined> {
  const id = await idOf(db, 'event', address);
  return id === undefined ? undefined : findEventRow(db, id);
}

async function getForWriting(db: Reader, address: RecordAddress, { caller, now }: Scope): Promise<EventsTable> {
  const event = await findRow(db, address);
  if (!event) throw unknownEvent(address);
  if (!mayEdit(caller, ownedOf(event, now))) throw forbidden(caller);
  return event;
}

/** `event` is as it was written, in the language of the caller. */
async function settled(db: Writer, event: EventRecord, scope: EventWriteScope): Promise<EventRecord> {
  await scope.settle?.(db, event);
  return event;
}

export async function createEvent(
  { store, hashPassword }: Calendar,
  { values, problems }: Sent<EventValues>,
  scope: EventWriteScope,
): Promise<EventRecord> {
  const passwordHash = values.password ? await hashPassword(values.password) : undefined;
  return store.write(async (db) => {
    const checked = await checkEvent(db, { values, problems }, scope);
    if (passwordHash !== undefined) checked.event.passwordHash = passwordHash;
    const applied = applyEvent(emptyEvent(scope), checked.event, problems, scope);
    problems.throwIfAny();
    assertMaySetAuthor(scope.caller, checked.event.author);
    await assertExternalIdFree(db, { kind: 'event', id: 0, externalId: checked.event.external_id }, scope);
    return settled(db, await insertNewEvent(db, { ...checked, ...applied }, scope), scope);
  });
}

type AppliedWrite = CheckedWrite & AppliedEvent;

/** Answers the event as a reader of its own language finds it. */
async function insertNewEvent(db: Writer, write: AppliedWrite, scope: RecordScope): Promise<EventRecord> {
  const { texts, event } = write;
  const id = await newRecordId(db, 'event');
  const row: EventsTable = { ...write.row, id };
  // Created in the trash it was never published, whoever created it.
  if (row.status === 'trash') row.trashed_from = 'draft';
  const slug = await slugOfNew(db, 'event', { id, sent: event.slug, title: texts.title, status: row.status });
  const own = { ...noTexts, ...texts, language: row.language, slug };
  const { terms, links } = await makeRelations(db, write, scope);
  const termIds = Object.values(terms).flat();
  const created = { row, texts: [own], links: { venue: [], organizer: [], ...links }, termIds };
  await insertEvents(db, [created], scope.now, { areNew: true });
  return { ...row, ...(shownOfAll([{ ...own, is_original: 1 }], row.language) as ShownTexts) };
}

/** Answers the event as a reader of the caller's language finds it. */
async function saveEvent(
  db: Writer,
  before: EventsTable,
  write: AppliedWrite,
  scope: RecordScope,
): Promise<EventRecord> {
  const { row, event } = write;
  const { language } = scope;
  const slug = await changeSlug(db, {
    id: before.id,
    kind: 'event',
    before: before.status,
    after: row.status,
    sent: event.slug,
    isTranslation: language !== row.language,
    language,
  });
  const texts = { ...write.texts, ...(slug === undefined ? {} : { slug }) };
  const change = { row, language, texts, ...(await makeRelations(db, write, scope)) };
  const written = await updateEvent(db, before, change, scope.now);
  return { ...row, ...(shownOfAll(written, language) as ShownTexts) };
}

export async function changeEvent(
  { store, hashPassword }: Calendar,
  address: RecordAddress,
  { values, problems }: Sent<EventValues>,
  scope: EventWriteScope,
): Promise<EventRecord> {
  const passwordHash = values.password ? await hashPassword(values.password) : values.password;
  return store.write(async (db) => {
    const row = await findRow(db, address);
    // Who may not edit it is told nothing of it, not by what is wrong with a value either.
    const found = row && mayEdit(scope.caller, ownedOf(row, scope.now)) ? row : undefined;
    const checked = await checkEvent(db, { values, problems }, scope, found);
    if (found && checked.event.post_parent && (await isInLineage(db, 'events', checked.event.post_parent, found.id))) {
      problems.add('post_parent', 'event_cycle');
    }
    if (passwordHash !== undefined) checked.event.passwordHash = passwordHash;
    const change = found && { before: found, ...applyEvent(found, checked.event, problems, scope) };
    // Only a translation can do without a title of its own (D59).
    if (values.title === null && (!found || found.language === scope.language)) problems.add('title', 'text_empty');
    problems.throwIfAny();
    if (!change) throw row ? forbidden(scope.caller) : unknownEvent(address);
    const { before, ...applied } = change;
    assertMaySetAuthor(scope.caller, checked.event.author);
    await assertExternalIdFree(db, { kind: 'event', id: before.id, externalId: checked.event.external_id }, scope);
    const assertUnchanged = await scope.watch?.(db, before.id);
    // Nothing at all was sent: nothing changes, not even `modified` (D20).
    const isChanged = Object.keys(withoutEmptySlug(values, before.language !== scope.language)).length > 0;
    const event = isChanged
      ? await saveEvent(db, before, { ...checked, ...applied }, scope)
      : await getEvent(db, { id: before.id }, scope.language);
    assertUnchanged?.();
    return settled(db, event, scope);
  });
}

/** A second move to the trash is 410. */
export function trashEvent(store: Store, address: RecordAddress, scope: EventWriteScope): Promise<EventRecord> {
  return store.write(async (db) => {
    const before = await getForWriting(db, address, scope);
    if (before.status === 'trash') throw new ApiError('event-is-in-trash');
    const assertUnchanged = await scope.watch?.(db, before.id);
    const event: CheckedEvent = { status: 'trash' };
    const applied = applyEvent(before, event, new Problems(), scope);
    const trashed = await saveEvent(db, before, { event, terms: [], links: [], ...applied }, scope);
    assertUnchanged?.();
    return settled(db, trashed, scope);
  });
}

/** For good. Settled while its links are still there. */
export function removeEvent(store: Store, address: RecordAddress, scope: EventWriteScope): Promise<EventRecord> {
  return store.write(async (db) => {
    const event = await getForWriting(db, address, scope);
    (await scope.watch?.(db, event.id))?.();
    const previous = await settled(db, await getEvent(db, { id: event.id }, scope.language), scope);
    if (event.status === 'publish') await countEvent(db, event.id, -1);
    await deleteEvent(db, event.id);
    await deleteTexts(db, event.id);
    await releaseRecordId(db, event.id);
    await recordChanges(db, 'event', [event.id], scope.now);
    return previous;
  });
}

/** For the `Allow` header. What is unknown is as what the caller may not know of. */
export async function mayEditEvent(
  db: Reader,
  address: RecordAddress,
  scope: Pick<Scope, 'caller' | 'now'>,
): Promise<boolean> {
  const event = await findRow(db, address);
  return event ? mayEdit(scope.caller, ownedOf(event, scope.now)) : mayEditOthers(scope.caller);
}

/** Whom no event has, everybody who writes events may give to a new one. */
export const mayPutEvent = async (db: Reader, address: RecordAddress, scope: RecordScope): Promise<boolean> =>
  (await idOf(db, 'event', address)) === undefined || mayEditEvent(db, address, scope);

/** Takes the texts of one language off an event; answers it in the selected language. */
export function removeEventTranslation(
  store: Store,
  id: number,
  segment: string,
  scope: EventWriteScope,
): Promise<EventRecord> {
  return store.write(async (db) => {
    const event = await getForWriting(db, { id }, scope);
    const assertUnchanged = await scope.watch?.(db, id);
    await removeTranslation(db, event, segment);
    await updateEventRow(db, id, { modified_at: scope.now });
    await recordChanges(db, 'event', [id], scope.now);
    assertUnchanged?.();
    return settled(db, await getEvent(db, { id }, scope.language), scope);
  });
}
