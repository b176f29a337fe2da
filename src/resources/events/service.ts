import { ApiError, forbidden, Problems } from '../../core/api-error.ts';
import { mayEdit, mayEditOthers, mayRead, type Viewer } from '../../core/roles.ts';
import type { EventsTable, Taxonomy } from '../../store/schema.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import { type EventLinks, insertEventLinks, replaceEventLinks } from '../linked/repository-events.ts';
import { assertMaySetAuthor } from '../records/authors.ts';
import { recordChangeOf, recordChanges } from '../records/change-log.ts';
import { assertExternalIdFree } from '../records/external-ids.ts';
import { changesOf } from '../records/row-changes.ts';
import type { RecordScope } from '../records/scope.ts';
import { type ShownTexts, shownOfAll } from '../records/shown-texts.ts';
import { changeSlug, withoutEmptySlug } from '../records/slug-change.ts';
import { idOf, type RecordAddress, slugOfNew, unknownIn } from '../records/slugs.ts';
import { ownedOf } from '../records/status.ts';
import {
  deleteTexts,
  insertTexts,
  newRecordId,
  releaseRecordId,
  saveTexts,
  type TextChange,
} from '../records/texts.ts';
import { removeTranslation } from '../records/translations.ts';
import type { WriteHooks } from '../records/write-hooks.ts';
import { countEvent, insertEventTerms, replaceEventTerms } from '../terms/repository-events.ts';
import { makeTerms } from '../terms/service.ts';
import { type CheckedWrite, checkEvent } from './check.ts';
import { makeLinks } from './links.ts';
import { isMasked } from './masking.ts';
import { applyEvent, emptyEvent } from './patch.ts';
import { deleteEvent, findEvent, findEventRow, insertEvent, isInLineage, updateEvent } from './repository.ts';
import type { EventRecord, EventValues } from './types.ts';

/** Hashes the passwords of events, slowly: before a transaction, never inside one. */
export type HashPassword = (password: string) => Promise<string>;

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
  db: Reader,
  address: RecordAddress,
  options: ReadOptions,
  hash: HashPassword,
  scope: RecordScope,
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

async function findRow(db: Reader, address: RecordAddress): Promise<EventsTable | undefined> {
  const id = await idOf(db, 'event', address);
  return id === undefined ? undefined : findEventRow(db, id);
}

const getForWriting = async (db: Reader, address: RecordAddress, scope: RecordScope): Promise<EventsTable> =>
  assertWritable(await findRow(db, address), address, scope);

function assertWritable(event: EventsTable | undefined, address: RecordAddress, scope: RecordScope): EventsTable {
  if (!event) throw unknownEvent(address);
  if (!mayEdit(scope.viewer, ownedOf(event, scope.now))) throw forbidden(scope.viewer);
  return event;
}

/** `event` is as it was written, in the language of the caller. */
async function settled(db: Writer, event: EventRecord, scope: EventWriteScope): Promise<EventRecord> {
  await scope.settle?.(db, event);
  return event;
}

export async function createEvent(
  store: Store,
  values: EventValues,
  problems: Problems,
  hash: HashPassword,
  scope: EventWriteScope,
): Promise<EventRecord> {
  const passwordHash = values.password ? await hash(values.password) : undefined;
  return store.write(async (db) => {
    const checked = await checkEvent(db, values, problems, scope);
    if (passwordHash !== undefined) checked.event.passwordHash = passwordHash;
    const { row, texts } = applyEvent(emptyEvent(0, scope), checked.event, problems, scope);
    problems.throwIfAny();
    assertMaySetAuthor(scope.viewer, checked.event.author);
    await assertExternalIdFree(db, { kind: 'event', id: 0, externalId: checked.event.external_id }, scope);
    row.id = await newRecordId(db, 'event');
    // Made in the trash it was never published, whoever made it.
    if (row.status === 'trash') row.trashed_from = 'draft';
    return settled(db, await insert(db, row, texts, checked, scope), scope);
  });
}

/** Answers the event as a reader of its own language finds it. */
async function insert(
  db: Writer,
  row: EventsTable,
  texts: TextChange,
  checked: CheckedWrite,
  scope: RecordScope,
): Promise<EventRecord> {
  const { id, language } = row;
  const slug = await slugOfNew(db, 'event', { id, sent: checked.event.slug, title: texts.title, status: row.status });
  await insertEvent(db, row);
  const written = await insertTexts(db, { recordId: id, kind: 'event', original: language }, { ...texts, slug });
  const { terms, links } = await makeRelations(db, checked, scope);
  const termIds = terms.flatMap(({ ids }) => ids);
  await insertEventTerms(db, row, termIds);
  await insertEventLinks(db, row, links);
  if (row.status === 'publish' && termIds.length > 0) await countEvent(db, id, 1);
  await recordChangeOf(db, 'event', row, { now: scope.now, isNew: true });
  return { ...row, ...(shownOfAll([written], language) as ShownTexts) };
}

/** Terms and records that the event is to have, those made that were not there. */
async function makeRelations(db: Writer, checked: CheckedWrite, scope: RecordScope) {
  const terms: { taxonomy: Taxonomy; ids: number[] }[] = [];
  for (const { taxonomy, ids, created } of checked.terms)
    terms.push({ taxonomy, ids: [...new Set([...ids, ...(await makeTerms(db, taxonomy, created, scope))])] });
  const links: EventLinks[] = [];
  for (const { kind, resolved } of checked.links) links.push({ kind, ids: await makeLinks(db, kind, resolved, scope) });
  return { terms, links };
}

export async function changeEvent(
  store: Store,
  address: RecordAddress,
  values: EventValues,
  problems: Problems,
  hash: HashPassword,
  scope: EventWriteScope,
): Promise<EventRecord> {
  const passwordHash = values.password ? await hash(values.password) : values.password;
  return store.write(async (db) => {
    const row = await findRow(db, address);
    // Who may not edit it is told nothing of it, not by what is wrong with a value either.
    const found = row && mayEdit(scope.viewer, ownedOf(row, scope.now)) ? row : undefined;
    const checked = await checkEvent(db, values, problems, scope, found);
    if (found && checked.event.post_parent && (await isInLineage(db, checked.event.post_parent, found.id))) {
      problems.add('post_parent', 'event_cycle');
    }
    if (found) applyEvent(found, checked.event, problems, scope);
    // Only a translation can do without a title of its own (D59).
    if (values.title === null && (!found || found.language === scope.language)) problems.add('title', 'text_empty');
    problems.throwIfAny();
    if (passwordHash !== undefined) checked.event.passwordHash = passwordHash;
    const before = assertWritable(row, address, scope);
    assertMaySetAuthor(scope.viewer, checked.event.author);
    await assertExternalIdFree(db, { kind: 'event', id: before.id, externalId: checked.event.external_id }, scope);
    const assertUnchanged = await scope.watch?.(db, before.id);
    // Nothing at all was sent: nothing changes, not even `modified` (D20).
    const isChanged = Object.keys(withoutEmptySlug(values, before.language !== scope.language)).length > 0;
    const event = isChanged
      ? await save(db, before, checked, problems, scope)
      : await getEvent(db, { id: before.id }, scope.language);
    assertUnchanged?.();
    return settled(db, event, scope);
  });
}

/** Answers the event as a reader of the caller's language finds it. */
async function save(
  db: Writer,
  before: EventsTable,
  checked: CheckedWrite,
  problems: Problems,
  scope: RecordScope,
): Promise<EventRecord> {
  const { id } = before;
  const { row, texts } = applyEvent(before, checked.event, problems, scope);
  problems.throwIfAny();
  const isTranslation = scope.language !== row.language;
  const sent = checked.event.slug;
  const slug = await changeSlug(db, {
    id,
    kind: 'event',
    before: before.status,
    after: row.status,
    sent,
    isTranslation,
    language: scope.language,
  });
  const isRecounted = checked.terms.length > 0 || (before.status === 'publish') !== (row.status === 'publish');
  if (isRecounted && before.status === 'publish') await countEvent(db, id, -1);
  await updateEvent(db, id, changesOf(before, row));
  const written = await saveTexts(db, { recordId: id, kind: 'event', original: row.language }, scope.language, {
    ...texts,
    ...(slug === undefined ? {} : { slug }),
  });
  const { terms, links } = await makeRelations(db, checked, scope);
  for (const { taxonomy, ids } of terms) await replaceEventTerms(db, row, taxonomy, ids);
  for (const kind of links) await replaceEventLinks(db, row, kind);
  if (isRecounted && row.status === 'publish') await countEvent(db, id, 1);
  await recordChangeOf(db, 'event', row, { now: scope.now, isNew: false });
  return { ...row, ...(shownOfAll(written, scope.language) as ShownTexts) };
}

/** A second move to the trash is 410. */
export function trashEvent(store: Store, address: RecordAddress, scope: EventWriteScope): Promise<EventRecord> {
  return store.write(async (db) => {
    const before = await getForWriting(db, address, scope);
    if (before.status === 'trash') throw new ApiError('event-is-in-trash');
    const assertUnchanged = await scope.watch?.(db, before.id);
    const trashed: CheckedWrite = { event: { status: 'trash' }, terms: [], links: [] };
    const event = await save(db, before, trashed, new Problems(), scope);
    assertUnchanged?.();
    return settled(db, event, scope);
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

/** For the `Allow` header. What is unknown is as what the viewer may not know of. */
export async function mayEditEvent(
  db: Reader,
  address: RecordAddress,
  scope: { viewer: Viewer; now: number },
): Promise<boolean> {
  const event = await findRow(db, address);
  return event ? mayEdit(scope.viewer, ownedOf(event, scope.now)) : mayEditOthers(scope.viewer);
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
    await updateEvent(db, id, { modified_at: scope.now });
    await recordChanges(db, 'event', [id], scope.now);
    assertUnchanged?.();
    return settled(db, await getEvent(db, { id }, scope.language), scope);
  });
}
