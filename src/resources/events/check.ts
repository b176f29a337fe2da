// Checks of an event write that need the database. All problems are collected before anything is thrown (D3).
import type { Problems } from '../../core/api-error.ts';
import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import { mayRead } from '../../core/roles.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { imageColumn } from '../media/library.ts';
import { isInLineage } from '../records/rows/lineage.ts';
import type { RecordScope, Sent } from '../records/scope.ts';
import { ownedOf } from '../records/status.ts';
import { checkAuthor, publicationTime } from '../records/write/publication.ts';
import { type ResolvedTerms, resolveTerms, type TermReferences } from '../terms/references.ts';
import { createTerms } from '../terms/service.ts';
import { type CheckedEvent, cleanTexts } from './fields/apply.ts';
import { makeLinks, type ResolvedLink, resolveLinks } from './links.ts';
import { eventRows } from './repository.ts';
import type { EventValues } from './schemas.ts';
import type { HashPassword } from './types.ts';

/** The relations to set. Taxonomies and kinds that were not sent are absent and stay as they are. */
interface CheckedRelations {
  terms: readonly ResolvedTerms[];
  links: readonly { kind: RelatedKind; resolved: ResolvedLink[] }[];
}

/** A write ready to be applied. */
export interface CheckedWrite extends CheckedRelations {
  values: CheckedEvent;
}

export async function checkEvent(
  db: Writer,
  { values, problems }: Sent<EventValues>,
  scope: RecordScope,
  { before, hashPassword }: { before: EventsTable | undefined; hashPassword: HashPassword },
): Promise<CheckedWrite> {
  const { date, date_utc, image, password, categories, tags, venue, organizer, ...rest } = values;
  const event: CheckedEvent = { ...rest, ...(await imageColumn(db, image, problems, scope)) };
  await checkAuthor(db, event.author, problems, scope);
  if (event.post_parent) await checkParent(db, event.post_parent, problems, scope);
  const publishedAt = publicationTime({ date, date_utc }, problems, { ...scope, before: before?.published_at });
  if (publishedAt !== undefined) event.publishedAt = publishedAt;
  cleanTexts(event, problems);
  const references: TermReferences[] = [];
  if (categories !== undefined) references.push({ taxonomy: 'category', members: categories ?? [] });
  if (tags !== undefined) references.push({ taxonomy: 'tag', members: tags ?? [] });
  const terms = await resolveTerms(db, references, problems, scope.language);
  const links: { kind: RelatedKind; resolved: ResolvedLink[] }[] = [];
  for (const [kind, references] of [
    ['venue', venue],
    ['organizer', organizer],
  ] as const) {
    if (references === undefined) continue;
    links.push({ kind, resolved: await resolveLinks(db, kind, references ?? [], problems, scope) });
  }
  if (before && event.post_parent && (await isInLineage(db, 'events', event.post_parent, before.id)))
    problems.add('post_parent', 'event_cycle');
  // The hash was computed before the transaction, and is cached.
  if (password !== undefined) event.passwordHash = password ? await hashPassword(password) : password;
  return { values: event, terms, links };
}

/** The parent is an event that the caller may read (D47). */
async function checkParent(db: Reader, parent: number, problems: Problems, scope: RecordScope): Promise<void> {
  const row = await eventRows.find(db, parent);
  if (!row || !mayRead(scope.caller, ownedOf(row, scope.now))) problems.add('post_parent', 'unknown_event');
}

/** Ids of the terms and records to relate the event to. Those that do not exist are created. */
export async function makeRelations(db: Writer, { terms, links }: CheckedRelations, scope: RecordScope) {
  const termIds: Partial<Record<Taxonomy, number[]>> = {};
  for (const { taxonomy, ids, created } of terms)
    termIds[taxonomy] = [...new Set([...ids, ...(await createTerms(db, taxonomy, created, scope))])];
  const linkIds: Partial<Record<RelatedKind, number[]>> = {};
  for (const { kind, resolved } of links) linkIds[kind] = await makeLinks(db, kind, resolved, scope);
  return { terms: termIds, links: linkIds };
}
