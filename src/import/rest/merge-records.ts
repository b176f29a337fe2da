// Reads the records of pages and upserts them, each once: where it comes first, in its own list or embedded in an event.

import { type ChangeKind, isTaxonomy, plurals, type RelatedKind, type Taxonomy } from '../../core/kinds.ts';
import { relatedByKey } from '../../resources/upsert/repository.ts';
import { recordKey, siteOfEvent } from '../keys.ts';
import { createBatch } from '../merge/batch.ts';
import { type MergeContext, otherLanguage, type SourceRecord, stateKey, updateRecord } from '../merge/context.ts';
import { type EventDraft, mergeEvents, sizeOfDraft } from '../merge/events.ts';
import { createRecordReport, type Note, type RecordReport, type Subject, skipUnusable } from '../report.ts';
import { type PagePrescan, readElements } from '../source/prescan.ts';
import { idOf, isRecord, type RawRecord, textOf } from '../values.ts';
import { readEvent } from './event.ts';
import type { PageContext } from './page-context.ts';
import { embeddedIn, isAsWritten, isBare, plainOf } from './record.ts';
import { readRelated, relatedKey } from './related.ts';
import { keyOfTerm, readTerm } from './term.ts';
import { labelOfRecord, nameOf } from './texts.ts';

export function createRecordMerger(context: MergeContext) {
  const { reporter, state } = context;
  const resolve = createResolver(context);
  const batch = createBatch(
    sizeOfDraft,
    async (drafts: readonly EventDraft[]) => void (await mergeEvents(context, drafts)),
  );

  async function mergeEvent(raw: RawRecord, subject: Subject, page: PageContext): Promise<void> {
    const report = createRecordReport(reporter, 'event', subject);
    await skipUnusable([report], async () => {
      const event = readEvent(raw, page, report.note);
      if (state.records.has(stateKey('event', event.key))) {
        if (!state.isLive) report.skip('occurs more than once; the first one is imported');
        return;
      }
      state.records.set(stateKey('event', event.key), {});
      if (!event.isMasked) noteSource(context, { kind: 'event', ...event, title: event.texts.title }, raw, subject);
      const inEvent = { ...page, site: siteOfEvent(raw, page.site) };
      const relations = await relationsOf(raw, (one, kind) => resolve(one, kind, inEvent, subject.source), report.note);
      await batch.add({ ...event, report, ...relations });
    });
  }

  /** `subject` is for a record without a title. */
  async function merge(value: unknown, kind: ChangeKind, subject: Subject, page: PageContext): Promise<void> {
    if (!isRecord(value)) return reporter.skip(plurals[kind], subject, 'is not an object');
    const isNamed = idOf(value['id']) !== undefined || nameOf(value, kind) !== '';
    if (kind === 'event')
      return mergeEvent(value, isNamed ? { ...subject, record: labelOfRecord(value, kind) } : subject, page);
    if (isBare(value)) return reporter.skip(plurals[kind], subject, 'has no name');
    await resolve(value, kind, page, subject.source);
  }

  return {
    /** `finish` has to follow, or another page. */
    async mergePage({ source, takes }: PagePrescan, page: PageContext): Promise<void> {
      for await (const { kind, index, value } of readElements(source, context.limits)) {
        if (takes?.(value) === false) continue;
        await merge(value, kind, { source: source.name, record: `${plurals[kind]}[${index}]` }, page);
        await context.step();
      }
    },
    /** Upserts the events that wait for their batch. */
    finish: batch.finish,
  };
}

type OtherKind = RelatedKind | Taxonomy;

function createResolver(context: MergeContext) {
  const { state } = context;
  /** The id of the stored record; undefined if it cannot be imported. */
  return async (raw: RawRecord, kind: OtherKind, page: PageContext, source: string): Promise<number | undefined> => {
    const key = keyOfRecord(raw, kind, page);
    const earlier = state.records.get(stateKey(kind, key));
    if (earlier) return earlier.id;
    const report = createRecordReport(context.reporter, kind, { source, record: labelOfRecord(raw, kind) });
    const upsert = () =>
      isTaxonomy(kind)
        ? upsertTerm(context, readTerm(raw, kind, page, report.note), raw, report)
        : upsertRelated(context, readRelated(raw, kind, page, report.note), raw, report);
    const id = isBare(raw) ? await idOfStored(context, kind, key) : await skipUnusable([report], upsert);
    updateRecord(state, stateKey(kind, key), { id });
    return id;
  };
}

export function keyOfRecord(raw: RawRecord, kind: ChangeKind, page: PageContext): string {
  if (kind === 'event') return recordKey(raw, page.site, []);
  return isTaxonomy(kind) ? keyOfTerm(raw, kind, page) : relatedKey(raw, kind, page);
}

const idOfStored = async ({ db, upsert }: MergeContext, kind: OtherKind, key: string) =>
  isTaxonomy(kind) ? (await upsert.terms()).byKey(kind, key)?.id : (await relatedByKey(db, kind, key))?.id;

function noteSource(
  { state }: MergeContext,
  { kind, key, id, slug, language, title }: Omit<SourceRecord, 'url'>,
  raw: RawRecord,
  subject: Subject,
): void {
  const source = { kind, key, id, slug, language, title, url: textOf(raw['url']) || slug };
  updateRecord(state, stateKey(kind, key), { source, subject });
}

async function upsertRelated(
  context: MergeContext,
  record: ReturnType<typeof readRelated>,
  raw: RawRecord,
  report: RecordReport,
): Promise<number | undefined> {
  const { upsert, state } = context;
  const { id, decision, isNewerHere, isOtherLanguage } = await upsert.related(record);
  if (isOtherLanguage) report.note(otherLanguage, record.language);
  noteSource(context, { ...record, title: record.texts.title }, raw, report.subject);
  if (isNewerHere) updateRecord(state, stateKey(record.kind, record.key), { isNewerHere });
  report.finish(decision);
  return id;
}

async function upsertTerm(
  context: MergeContext,
  record: ReturnType<typeof readTerm>,
  raw: RawRecord,
  report: RecordReport,
): Promise<number> {
  const { upsert, state } = context;
  const { subject } = report;
  const isAtSource = (key: string) => state.isAtSource(stateKey(record.taxonomy, key));
  const { term, decision, isSource } = await (await upsert.terms()).upsert(record, isAtSource);
  noteSource(context, { ...record, kind: record.taxonomy, title: record.name }, raw, subject);
  const isWritten = report.finish(decision);
  const { parentKey, count } = record;
  if (parentKey !== undefined && isSource)
    updateRecord(state, stateKey(record.taxonomy, record.key), { parentKey, isWritten });
  if (count !== undefined) state.counted.set(term.id, { subject, count });
  return term.id;
}

/** WordPress shows drafts of venues and organizers within public events. */
const isWithheld = ({ status }: RawRecord): boolean => ['draft', 'pending', 'private'].includes(textOf(status));

async function relationsOf(
  event: RawRecord,
  resolve: (raw: RawRecord, kind: OtherKind) => Promise<number | undefined>,
  note: Note,
): Promise<Pick<EventDraft, 'links' | 'termIds'>> {
  const isOpen = !isAsWritten(event) && ['', 'publish'].includes(textOf(event['status']));
  const ids: Record<OtherKind, number[]> = { venue: [], organizer: [], category: [], tag: [] };
  for (const { kind, raw } of embeddedIn(event)) {
    const id = await resolve(raw, kind);
    const article = kind === 'organizer' ? 'an' : 'a';
    if (id === undefined) {
      const reference = String(idOf(raw['id']) ?? plainOf(raw['name'], raw));
      note(`refers to ${article} ${kind} that cannot be imported; imported without it`, reference);
      continue;
    }
    if (!ids[kind].includes(id)) ids[kind].push(id);
    if (isOpen && isWithheld(raw))
      note(`shows ${article} ${kind} that visitors do not see here until it is published`, nameOf(raw, kind));
  }
  const { venue, organizer, category, tag } = ids;
  return { links: { venue, organizer }, termIds: { category, tag } };
}
