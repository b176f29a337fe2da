// Creates and updates events, venues and organizers for imports.
import { mapValues } from '../../core/objects.ts';
import { emptyEventColumns, eventTable } from '../events/fields/table.ts';
import { insertEvents, type NewEvent, updateEvent } from '../events/save.ts';
import { maskedColumnsOf } from '../records/field-table.ts';
import { hasSlug } from '../records/slugs.ts';
import { textsOf } from '../records/texts/texts.ts';
import { insertRelated, updateRelated } from '../related/save.ts';
import { addressColumns, emptyRelatedColumns } from '../related/table.ts';
import type { RelatedRecord } from '../related/types.ts';
import { changedRecord, compare, newRecord, recordDiffers, requestedSlug, withoutStored } from './decision.ts';
import { eventsById, eventsByKey, relatedByKey, relatedOf } from './repository.ts';
import type { EventOutcome, ImportEvent, ImportRelated, Outcome, StoredEvent, UpsertContext } from './types.ts';

/** Creates or changes events; new ones are inserted together. Results are in the order of the batch. */
export async function upsertEvents<E extends ImportEvent>(
  context: UpsertContext,
  batch: readonly E[],
): Promise<EventOutcome<E>[]> {
  const storedByKey = await findStored(context, batch);
  const results = new Map<E, EventOutcome<E>>();
  for (const record of batch) {
    const stored = storedByKey.get(record.key);
    if (stored) results.set(record, await changeStored(context, record.complete?.(stored) ?? record, stored));
    else if (record.updateOnly) results.set(record, { ...unstored, record, id: undefined, decision: 'skipped' });
  }
  const created = batch.filter((record) => !results.has(record));
  const ids = await insertNew(context, created);
  for (const [at, record] of created.entries())
    results.set(record, { ...unstored, record, id: ids[at] as number, decision: 'created' });
  return batch.map((record) => results.get(record) as EventOutcome<E>);
}

const unstored = { ...withoutStored, stored: undefined };

/** Stored events, by the key of the matching record. */
async function findStored(
  { db }: UpsertContext,
  batch: readonly ImportEvent[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const keys = batch.map(({ key }) => key);
  const byKey = await eventsByKey(db, keys);
  const storedByKey = new Map(byKey.map((stored) => [stored.event.external_id as string, stored]));
  const others = batch.filter(({ key }) => !storedByKey.has(key));
  const ids = others.flatMap(({ id, knownId }) => knownId ?? id ?? []);
  const byId = await eventsById(db, ids);
  const storedById = new Map(byId.map((stored) => [stored.event.id, stored]));
  for (const record of others) {
    const stored = storedById.get(record.knownId ?? record.id ?? 0);
    if (stored && (record.knownId !== undefined || isOwn(record, stored))) storedByKey.set(record.key, stored);
  }
  return storedByKey;
}

/** Whether the source is this calendar itself, which shares ids with the stored event but has no key for it. */
const isOwn = (record: ImportEvent, { event, translations }: StoredEvent): boolean =>
  event.external_id === (record.externalId ?? null) &&
  [event, ...translations].some(({ slug }) => slug === record.slug) &&
  event.published_at === record.publishedAt;

async function changeStored<E extends ImportEvent>(
  context: UpsertContext,
  record: E,
  stored: StoredEvent,
): Promise<EventOutcome<E>> {
  const { event } = stored;
  const links = changedLists(record.links, stored.links);
  const inOrder = mapValues(record.termIds, (ids) => ids.toSorted((a, b) => a - b));
  const terms = changedLists(inOrder, stored.termIds);
  const hasOthers = [links, terms].some((changes) => Object.keys(changes).length > 0);
  const isMasked = record.isMasked === true && !isBare(stored);
  const outcome = compare({ ...record, isMasked }, event, hasOthers || recordDiffers(record, event));
  if (outcome.decision === 'updated') {
    const change = await changedRecord(context, 'event', record, event);
    await updateEvent(context.db, event, { ...change, terms, links }, context.by);
  }
  return { ...outcome, record, stored };
}

const maskedColumns = Object.entries(maskedColumnsOf(eventTable));

/** As a masked event is imported: there is nothing that a masked reply could remove. */
const isBare = ({ event, translations, links, termIds }: StoredEvent): boolean =>
  event.status === 'publish' &&
  maskedColumns.every(([name, masked]) => event[name as keyof typeof event] === masked) &&
  event.image_id === null &&
  [translations, ...Object.values(links), ...Object.values(termIds)].every(({ length }) => length === 0);

/** The lists that differ from the stored ones. */
const changedLists = <Name extends string>(
  lists: Readonly<Record<Name, readonly number[]>>,
  stored: Readonly<Record<Name, readonly number[]>>,
) =>
  Object.fromEntries(
    (Object.keys(lists) as Name[])
      .filter((name) => String(lists[name]) !== String(stored[name]))
      .map((name) => [name, lists[name]]),
  ) as Partial<Record<Name, readonly number[]>>;

async function insertNew(context: UpsertContext, records: readonly ImportEvent[]): Promise<number[]> {
  if (records.length === 0) return [];
  const { db, ids, slugs, by } = context;
  const requested = records.map(({ id }) => id);
  const newIds = await ids.take('event', requested);
  await slugs.prepare(
    'event',
    records.map((record) => requestedSlug(record)),
  );
  const created = await Array.fromAsync(records.entries(), ([at, record]) =>
    newEvent(context, record, newIds[at] as number),
  );
  await insertEvents(db, created, by);
  return newIds;
}

async function newEvent(context: UpsertContext, record: ImportEvent, id: number): Promise<NewEvent> {
  const { row, language, slug } = await newRecord(context, 'event', record, id);
  return {
    row: { ...row, password_hash: null, ...emptyEventColumns, ...record.columns },
    texts: [{ language, ...textsOf(record.texts), slug }],
    links: record.links,
    termIds: Object.values(record.termIds).flat(),
  };
}

export async function upsertRelated(context: UpsertContext, sent: ImportRelated): Promise<Outcome> {
  const { db } = context;
  const stored = (await relatedByKey(db, sent.kind, sent.key)) ?? (await findOwnRecord(context, sent));
  if (stored === undefined) return { ...withoutStored, id: await create(context, sent), decision: 'created' };
  const record = withCoordinates(sent, stored);
  const outcome = compare(record, stored, recordDiffers(record, stored));
  if (outcome.decision === 'updated')
    await updateRelated(db, stored, await changedRecord(context, record.kind, record, stored), context.by);
  return outcome;
}

/** Coordinates that only this calendar has, such as the geocoder's, are those of the address. */
function withCoordinates(record: ImportRelated, stored: RelatedRecord): ImportRelated {
  const { columns } = record;
  const isMoved = addressColumns.some((column) => columns[column] !== stored[column]);
  if (!isMoved || columns.geo_lat !== undefined) return record;
  return { ...record, columns: { ...columns, geo_lat: null, geo_lng: null } };
}

/** The stored record with the same id if the source is this calendar itself. */
async function findOwnRecord(
  { db }: UpsertContext,
  { kind, id, slug, publishedAt, externalId }: ImportRelated,
): Promise<RelatedRecord | undefined> {
  const record = id === undefined ? undefined : await relatedOf(db, kind, id);
  if (record === undefined || record.published_at !== publishedAt) return undefined;
  if (record.external_id !== (externalId ?? null)) return undefined;
  return (await hasSlug(db, kind, record.id, slug)) ? record : undefined;
}

async function create(context: UpsertContext, record: ImportRelated): Promise<number> {
  const { kind, texts, columns } = record;
  const [id] = (await context.ids.take(kind, [record.id])) as [number];
  const { row, language, slug } = await newRecord(context, kind, record, id);
  const related = { ...row, kind, ...emptyRelatedColumns, ...columns };
  await insertRelated(context.db, [{ row: related, texts: [{ language, ...texts, slug }] }], context.by);
  return id;
}
