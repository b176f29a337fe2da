// Events as a record resource: how they are found, read, checked and written.
import { ApiError } from '../../core/api-error.ts';
import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import { mayEdit, mayRead } from '../../core/roles.ts';
import { costSentBack } from '../../core/text/cost/cost.ts';
import type { Values } from '../../http/params/field.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { imageColumn } from '../media/library.ts';
import { isInLineage } from '../records/rows/record-table.ts';
import type { RecordScope, Sent } from '../records/scope.ts';
import type { RecordRef } from '../records/slugs.ts';
import { ownedOf } from '../records/status.ts';
import { selectTexts } from '../records/texts/localised-texts.ts';
import { noTexts } from '../records/texts/texts.ts';
import { checkAuthor, publicationTime } from '../records/write/publication.ts';
import { getRecord, type RecordResource } from '../records/write/resource.ts';
import { type Applied, changedTextsAndSlug, withIdAndSlug } from '../records/write/save.ts';
import { type ResolvedTerms, resolveTerms, type TermReferences } from '../terms/references.ts';
import { countEvent } from '../terms/repository-events.ts';
import { createTerms } from '../terms/service.ts';
import type { EventCaching } from './cache/event-cache.ts';
import { applyEvent, type CheckedEvent, cleanTexts, emptyEvent } from './fields/apply.ts';
import { makeLinks, type ResolvedLink, resolveChangedLinks } from './links.ts';
import { isMasked } from './masking.ts';
import { hiddenAmong, hiddenParents } from './relations.ts';
import { eventRows, findEvent, unrelateEvent } from './repository.ts';
import { insertEvents, updateEvent } from './save.ts';
import type { EventValues, eventReadFields } from './schemas.ts';
import type { Calendar, EventRecord, PasswordSender } from './types.ts';

const events = {
  kind: 'event',
  find: (db: Reader, id: number, { language }: { language: string }) => findEvent(db, id, language),
} as const;

/** Throws 403 if the caller may not read the event; trash, status and password are checked in this order (D16, D17). */
export async function readEvent(
  { store, tryPassword }: Pick<Calendar, 'store' | 'tryPassword'>,
  ref: RecordRef,
  sent: Values<typeof eventReadFields>,
  scope: RecordScope & PasswordSender,
): Promise<EventRecord> {
  const event = await getRecord(store.reader, events, ref, scope);
  const owned = ownedOf(event, scope.now);
  if (owned.status === 'trash' && !(sent.context === 'edit' && mayEdit(scope.caller, owned)))
    throw new ApiError('event-no-longer-available');
  if (!mayRead(scope.caller, owned)) throw new ApiError('event-not-accessible');
  const passwordHash =
    event.password_hash !== null && sent.password !== undefined
      ? await tryPassword(sent.password, scope, event)
      : undefined;
  if (isMasked(event, { ...scope, passwordHash })) throw new ApiError('event-password-protected');
  return event;
}

type AppliedWrite = CheckedWrite & Applied<EventsTable>;

export type EventResource = RecordResource<EventRecord, EventValues, EventsTable, CheckedWrite, AppliedWrite>;

type ResourceOptions = Pick<EventRoutesOptions, 'store' | 'hashPassword' | 'currency'>;

export const eventResource = ({ store, hashPassword, currency }: ResourceOptions): EventResource => ({
  ...events,
  store,
  findRow: (db, id) => eventRows.find(db, id),
  mayEdit: (caller, row, now) => mayEdit(caller, ownedOf(row, now)),
  title: 'title',
  prepare: async ({ password }) => (password ? hashPassword(password) : undefined),
  check: (db, sent, scope, before) => checkEvent(db, sent, scope, { before, hashPassword, currency }),
  apply: (before, checked, problems, scope) => ({
    ...checked,
    ...applyEvent(before ?? emptyEvent(scope), checked.values, problems, scope),
  }),
  insert,
  update,
  trashed: { values: { status: 'trash' }, terms: [], links: [] },
  async detach(db, { id, status }, { now }) {
    if (status === 'publish') await countEvent(db, id, -1);
    const children = await unrelateEvent(db, id, now);
    return children.map((child) => ({ id: child, changes: { post_parent: [id, 0] } }));
  },
});

async function insert(db: Writer, write: AppliedWrite, scope: RecordScope): Promise<EventRecord> {
  const { row, texts } = await withIdAndSlug(db, 'event', write);
  const { terms, links } = await makeRelations(db, write, scope);
  const termIds = Object.values(terms).flat();
  const event = { row, texts: [texts], links: { venue: [], organizer: [], ...links }, termIds };
  await insertEvents(db, [event], scope);
  return { ...row, ...selectTexts([{ ...noTexts, ...texts, is_original: 1 }], row.language) };
}

async function update(db: Writer, before: EventsTable, write: AppliedWrite, scope: RecordScope): Promise<EventRecord> {
  const { row } = write;
  const { language } = scope;
  const texts = await changedTextsAndSlug(db, 'event', before, write, language);
  const change = { row, language, texts, ...(await makeRelations(db, write, scope)) };
  const written = await updateEvent(db, before, change, scope);
  return { ...row, ...selectTexts(written, language) };
}

export interface EventRoutesOptions extends EventCaching, Calendar {
  maxPerPage: number;
}

/** A write ready to be applied. Taxonomies and kinds that were not sent are absent and stay as they are. */
interface CheckedWrite {
  values: CheckedEvent;
  terms: readonly ResolvedTerms[];
  links: readonly { kind: RelatedKind; resolved: ResolvedLink[] }[];
}

async function checkEvent(
  db: Writer,
  { values, problems }: Sent<EventValues>,
  scope: RecordScope,
  { before, hashPassword, currency }: { before: EventsTable | undefined } & Omit<ResourceOptions, 'store'>,
): Promise<CheckedWrite> {
  const { date, date_utc, image, password, categories, tags, venue, organizer, ...rest } = values;
  const event: CheckedEvent = { ...rest, ...(await imageColumn(db, image, problems, scope)) };
  await checkAuthor(db, event.author, problems, { ...scope, before: before?.author_id });
  if (event.post_parent) {
    const hidden = await hiddenAmong(db, 'event', [event.post_parent], scope);
    if (hidden.size > 0) problems.add('post_parent', 'unknown_event');
  } else if (before && 'post_parent' in event) event.post_parent = await hiddenParent(db, before, scope);
  const publishedAt = publicationTime({ date, date_utc }, problems, { ...scope, before: before?.published_at });
  if (publishedAt !== undefined) event.publishedAt = publishedAt;
  cleanTexts(event, problems);
  if (before && event.cost) event.cost = costSentBack(event.cost, before.cost, currency);
  const references: TermReferences[] = [];
  if (categories !== undefined) references.push({ taxonomy: 'category', members: categories ?? [] });
  if (tags !== undefined) references.push({ taxonomy: 'tag', members: tags ?? [] });
  const terms = await resolveTerms(db, references, problems, scope.language);
  const links = await resolveChangedLinks(db, { venue, organizer }, problems, scope, before);
  if (before && event.post_parent && (await isInLineage(db, 'events', event.post_parent, before.id)))
    problems.add('post_parent', 'event_cycle');
  // The hash was computed before the transaction, and is cached.
  if (password !== undefined) event.passwordHash = password ? await hashPassword(password) : password;
  return { values: event, terms, links };
}

/** A parent that the caller cannot see was not removed by a caller who sends 0; 0 without one. */
async function hiddenParent(db: Reader, before: EventsTable, scope: RecordScope): Promise<number> {
  const hidden = await hiddenParents(db, [before], scope);
  return hidden.has(before.post_parent) ? before.post_parent : 0;
}

/** Ids of the terms and records to relate the event to. Those that do not exist are created. */
async function makeRelations(db: Writer, { terms, links }: CheckedWrite, scope: RecordScope) {
  const termIds: Partial<Record<Taxonomy, number[]>> = {};
  for (const { taxonomy, ids, created } of terms)
    termIds[taxonomy] = [...new Set([...ids, ...(await createTerms(db, taxonomy, created, scope))])];
  const linkIds: Partial<Record<RelatedKind, number[]>> = {};
  for (const { kind, resolved } of links) linkIds[kind] = await makeLinks(db, kind, resolved, scope);
  return { terms: termIds, links: linkIds };
}
