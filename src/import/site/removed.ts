// Trashes records that were removed at the source, unless they were changed here since they came.

import { eventsByKey, relatedByKey } from '../../resources/upsert/repository.ts';
import type { RelatedKind } from '../../store/schema.ts';
import type { MergeContext } from '../merge-context.ts';
import { labelOf } from '../rest/texts.ts';
import type { SectionKind } from '../source/survey.ts';

export interface RemovedRecord {
  kind: SectionKind;
  key: string;
  /** `modified_at` here when it came. */
  modifiedAt: number;
}

const removedHere = 'was removed at the source; moved to the trash';
const changedHere = 'was removed at the source and changed here since; left as it is';
const termStays = 'was removed at the source; categories and tags stay here';

export async function trashRemoved(
  removed: readonly RemovedRecord[],
  source: string,
  context: MergeContext,
): Promise<void> {
  for (const one of removed) {
    if (one.kind === 'category' || one.kind === 'tag') {
      context.reporter.note({ source, record: `${one.kind} ${one.key}` }, termStays);
    } else if (one.kind === 'event') await trashEvent(one, source, context);
    else await trashRelated(one.kind, one, source, context);
  }
}

async function trashEvent({ key, modifiedAt }: RemovedRecord, source: string, context: MergeContext) {
  const { db, upsert, reporter, memory } = context;
  const [stored] = await eventsByKey(db, [key]);
  if (stored === undefined || stored.event.status === 'trash') return;
  const { id, title } = stored.event;
  const subject = { source, record: labelOf('event', id, title) };
  if (stored.event.modified_at !== modifiedAt) return reporter.skip('events', subject, changedHere);
  await upsert.trashEvent(id);
  for (const term of stored.termIds) memory.touchedTerms.add(term);
  reporter.count('events', 'updated');
  reporter.note(subject, removedHere);
}

async function trashRelated(
  kind: RelatedKind,
  { key, modifiedAt }: RemovedRecord,
  source: string,
  { db, upsert, reporter }: MergeContext,
) {
  const stored = await relatedByKey(db, kind, key);
  if (stored === undefined || stored.status === 'trash') return;
  const subject = { source, record: labelOf(kind, stored.id, stored.name) };
  const plural = `${kind}s` as const;
  if (stored.modified_at !== modifiedAt) return reporter.skip(plural, subject, changedHere);
  await upsert.trashRelated(kind, stored.id);
  reporter.count(plural, 'updated');
  reporter.note(subject, removedHere);
}
