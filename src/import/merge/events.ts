// Upserts events in batches, and reports the outcomes.
import type { EventOutcome, ImportEvent, StoredEvent } from '../../resources/upsert/types.ts';
import type { RecordReport } from '../report.ts';
import { createBatch, sizeOfTexts } from './batch.ts';
import { type MergeContext, otherLanguage, stateKey, updateRecord } from './context.ts';

/** An event of a source, with the ids of its stored venues, organizers and terms. */
export interface EventDraft extends ImportEvent {
  /** Key of the event that this is a part of, '' for none; undefined if the source does not state it. */
  parentKey: string | undefined;
  report: RecordReport;
}

export const sizeOfDraft = ({ texts }: EventDraft): number => sizeOfTexts(texts);

/** Returns their ids by their keys. */
export async function mergeEvents(context: MergeContext, drafts: readonly EventDraft[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const batch = createBatch(sizeOfDraft, async (some: readonly EventDraft[]) => {
    const results = await context.upsert.events(some);
    // Stored ones first.
    for (const result of results) if (result.stored) report(context, result);
    for (const result of results) if (!result.stored) report(context, result);
    for (const { record, id } of results) if (id !== undefined) ids.set(record.key, id);
  });
  for (const draft of drafts) await batch.add(draft);
  await batch.finish();
  return ids;
}

function report({ reporter, state }: MergeContext, { record, stored, ...outcome }: EventOutcome<EventDraft>): void {
  const { key, parentKey, termIds } = record;
  const { id, isNewerHere, isPartial } = outcome;
  if (record.isMasked && stored && isOpen(stored)) reporter.note(record.report.subject, nowProtected);
  if (outcome.isOtherLanguage) record.report.note(otherLanguage, record.language);
  if (id !== undefined)
    updateRecord(state, stateKey('event', key), {
      id,
      isNewerHere,
      subject: record.report.subject,
      ...(isNewerHere || isPartial || parentKey === undefined ? {} : { parentKey }),
    });
  if (!record.report.finish(outcome.decision)) return;
  for (const ids of [termIds, stored?.termIds ?? termIds])
    for (const one of [...ids.category, ...ids.tag]) state.touchedTerms.add(one);
}

const isOpen = ({ event: { status, description, password_hash } }: StoredEvent): boolean =>
  status === 'publish' && description !== '' && password_hash === null;

const nowProtected = 'is protected by a password at its source but public here; left unchanged';
