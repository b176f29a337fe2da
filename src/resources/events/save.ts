// What a write of an event that has been judged changes in the database.
import type { EventsTable, Taxonomy } from '../../store/schema.ts';
import type { Writer } from '../../store/store.ts';
import { recordChangeOf } from '../records/change-log.ts';
import { changesOf } from '../records/row-changes.ts';
import type { RecordScope } from '../records/scope.ts';
import { type ShownTexts, shownOfAll } from '../records/shown-texts.ts';
import { changeSlug } from '../records/slug-change.ts';
import { slugOfNew } from '../records/slugs.ts';
import { insertTexts, newRecordId, saveTexts } from '../records/texts.ts';
import { type EventLinks, insertEventLinks, replaceEventLinks } from '../related/repository-events.ts';
import { countEvent, insertEventTerms, replaceEventTerms } from '../terms/repository-events.ts';
import { makeTerms } from '../terms/service.ts';
import type { CheckedWrite } from './check.ts';
import { makeLinks } from './links.ts';
import type { AppliedEvent } from './patch.ts';
import { insertEvent, updateEvent } from './repository.ts';
import type { EventRecord } from './types.ts';

/** With the row that it makes, whose id is yet to come where the event is new. */
export type AppliedWrite = CheckedWrite & AppliedEvent;

/** Answers the event as a reader of its own language finds it. */
export async function insertNewEvent(db: Writer, write: AppliedWrite, scope: RecordScope): Promise<EventRecord> {
  const { texts, event } = write;
  const row: EventsTable = { ...write.row, id: await newRecordId(db, 'event') };
  // Made in the trash it was never published, whoever made it.
  if (row.status === 'trash') row.trashed_from = 'draft';
  const { id, language } = row;
  const slug = await slugOfNew(db, 'event', { id, sent: event.slug, title: texts.title, status: row.status });
  await insertEvent(db, row);
  const written = await insertTexts(db, { recordId: id, kind: 'event', original: language }, { ...texts, slug });
  const { terms, links } = await makeRelations(db, write, scope);
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

/** Answers the event as a reader of the caller's language finds it. */
export async function saveEvent(
  db: Writer,
  before: EventsTable,
  write: AppliedWrite,
  scope: RecordScope,
): Promise<EventRecord> {
  const { row, texts, event } = write;
  const { id } = before;
  const isTranslation = scope.language !== row.language;
  const slug = await changeSlug(db, {
    id,
    kind: 'event',
    before: before.status,
    after: row.status,
    sent: event.slug,
    isTranslation,
    language: scope.language,
  });
  const isRecounted = write.terms.length > 0 || (before.status === 'publish') !== (row.status === 'publish');
  if (isRecounted && before.status === 'publish') await countEvent(db, id, -1);
  await updateEvent(db, id, changesOf(before, row));
  const written = await saveTexts(db, { recordId: id, kind: 'event', original: row.language }, scope.language, {
    ...texts,
    ...(slug === undefined ? {} : { slug }),
  });
  const { terms, links } = await makeRelations(db, write, scope);
  for (const { taxonomy, ids } of terms) await replaceEventTerms(db, row, taxonomy, ids);
  for (const kind of links) await replaceEventLinks(db, row, kind);
  if (isRecounted && row.status === 'publish') await countEvent(db, id, 1);
  await recordChangeOf(db, 'event', row, { now: scope.now, isNew: false });
  return { ...row, ...(shownOfAll(written, scope.language) as ShownTexts) };
}
