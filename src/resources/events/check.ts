// Checks of an event write that need the database. All problems are collected before anything is thrown (D3).
import type { Problems } from '../../core/api-error.ts';
import { mayRead } from '../../core/roles.ts';
import type { EventsTable, RelatedKind } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { imageColumn } from '../media/library.ts';
import { checkAuthor } from '../records/authors.ts';
import { publicationTime } from '../records/publication-date.ts';
import type { RecordScope } from '../records/scope.ts';
import type { Sent } from '../records/sent.ts';
import { ownedOf } from '../records/status.ts';
import { type ResolvedTerms, resolveTerms, type TermReferences } from '../terms/references.ts';
import { type ResolvedLink, resolveLinks } from './links.ts';
import { type CheckedEvent, cleanTexts } from './patch.ts';
import { findEventRow } from './repository.ts';
import type { EventValues } from './types.ts';

/** A write ready to be applied. Vocabularies and kinds that were not sent are absent and stay. */
export interface CheckedWrite {
  event: CheckedEvent;
  terms: ResolvedTerms[];
  links: { kind: RelatedKind; resolved: ResolvedLink[] }[];
}

export async function checkEvent(
  db: Writer,
  { values, problems }: Sent<EventValues>,
  scope: RecordScope,
  before?: EventsTable,
): Promise<CheckedWrite> {
  const { date, date_utc, image, password: _password, categories, tags, venue, organizer, ...rest } = values;
  const event: CheckedEvent = { ...rest, ...(await imageColumn(db, image, problems, scope)) };
  await checkAuthor(db, event.author, problems, scope);
  if (event.post_parent) await checkParent(db, event.post_parent, problems, scope);
  const publishedAt = publicationTime({ date, date_utc }, problems, { ...scope, before: before?.published_at });
  if (publishedAt !== undefined) event.publishedAt = publishedAt;
  cleanTexts(event, problems);
  const references: TermReferences[] = [];
  if (categories !== undefined)
    references.push({ taxonomy: 'category', parameter: 'categories', members: categories ?? [] });
  if (tags !== undefined) references.push({ taxonomy: 'tag', parameter: 'tags', members: tags ?? [] });
  const terms = await resolveTerms(db, references, problems, scope.language);
  const links: CheckedWrite['links'] = [];
  for (const [kind, references] of [
    ['venue', venue],
    ['organizer', organizer],
  ] as const) {
    if (references === undefined) continue;
    links.push({ kind, resolved: await resolveLinks(db, { kind, references: references ?? [] }, problems, scope) });
  }
  return { event, terms, links };
}

/** The parent is an event that the caller may read (D47). */
async function checkParent(db: Reader, parent: number, problems: Problems, scope: RecordScope): Promise<void> {
  const row = await findEventRow(db, parent);
  if (!row || !mayRead(scope.caller, ownedOf(row, scope.now))) problems.add('post_parent', 'unknown_event');
}
