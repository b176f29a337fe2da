// Withdraws records that were removed at the source, unless they were changed here since they came.

import { eventsByKey, relatedByKey } from '../../resources/upsert/repository.ts';
import type { MergeContext } from '../merge-context.ts';
import { labelOf } from '../rest/texts.ts';
import type { MissingRecord, Verdict } from './missing.ts';

const notes: Readonly<Record<Verdict, string>> = {
  gone: 'was removed at the source; moved to the trash',
  closed: 'is no longer public at the source; it is a draft here now',
  protected: 'is protected by a password at its source; left as it is',
  unknown: 'is in no list of the source any more, which does not say whether it was removed; left as it is',
};
const changedHere = 'was removed at the source and changed here since; left as it is';
const termStays = 'was removed at the source; categories and tags stay here';

/** Runs before the pages are merged, so that a record recreated at the source gets the same address here. */
export async function withdrawMissing(
  missing: readonly MissingRecord[],
  source: string,
  context: MergeContext,
): Promise<void> {
  for (const one of missing) {
    if (one.kind === 'category' || one.kind === 'tag')
      context.reporter.note({ source, record: `${one.kind} ${one.key}` }, termStays);
    else await withdraw(one, one.kind, source, context);
  }
}

async function withdraw(
  { key, modifiedAt, verdict }: MissingRecord,
  kind: 'event' | 'venue' | 'organizer',
  source: string,
  { db, upsert, reporter, memory }: MergeContext,
): Promise<void> {
  const [event] = kind === 'event' ? await eventsByKey(db, [key]) : [];
  const stored = kind === 'event' ? event?.event : await relatedByKey(db, kind, key);
  if (stored === undefined || stored.status === 'trash') return;
  const to = verdict === 'gone' ? 'trash' : verdict === 'closed' ? 'draft' : undefined;
  if (to === 'draft' && stored.status !== 'publish') return;
  const title = 'title' in stored ? stored.title : stored.name;
  const subject = { source, record: labelOf(kind, stored.id, title) };
  const plural = `${kind}s` as const;
  if (to !== undefined && stored.modified_at !== modifiedAt) return reporter.skip(plural, subject, changedHere);
  if (to !== undefined) {
    if (kind === 'event') await upsert.withdrawEvent(stored.id, to);
    else await upsert.withdrawRelated(kind, stored.id, to);
    reporter.count(plural, 'updated');
  }
  for (const term of event?.termIds ?? []) memory.touchedTerms.add(term);
  reporter.note(subject, notes[verdict]);
}
