// What is not at the site any more goes to the trash here: only what came from there and is as it came.

import { recordChanges } from '../../resources/records/change-log.ts';
import { moveSlugs } from '../../resources/records/slugs.ts';
import { updateRelated } from '../../resources/related/repository.ts';
import type { RelatedKind } from '../../store/schema.ts';
import type { ImportTask } from '../import.ts';
import type { MergeMemory } from '../merge/context.ts';
import { changeEvent, eventsByKey, relatedByKey } from '../merge/repository.ts';
import { labelOf } from '../pages/texts.ts';
import type { SiteKind } from './state.ts';

export interface Gone {
  kind: SiteKind;
  key: string;
  /** `modified_at` here when it came. */
  modifiedAt: number;
}

const removedHere = 'was removed at the source; moved to the trash';
const changedHere = 'was removed at the source and changed here since; left as it is';
const termStays = 'was removed at the source; categories and tags stay here';

export async function trashGone(
  gone: readonly Gone[],
  source: string,
  memory: MergeMemory,
  task: ImportTask,
): Promise<void> {
  for (const one of gone) {
    if (one.kind === 'category' || one.kind === 'tag') {
      task.reporter.note({ source, record: `${one.kind} ${one.key}` }, termStays);
    } else if (one.kind === 'event') await trashEvent(one, source, memory, task);
    else await trashRelated(one.kind, one, source, task);
  }
}

async function trashEvent(
  { key, modifiedAt }: Gone,
  source: string,
  memory: MergeMemory,
  { db, now, reporter }: ImportTask,
) {
  const [stored] = await eventsByKey(db, [key]);
  if (stored === undefined || stored.event.status === 'trash') return;
  const { id, title, status } = stored.event;
  const subject = { source, record: labelOf('event', id, title) };
  if (stored.event.modified_at !== modifiedAt) return reporter.skip('events', subject, changedHere);
  // Its time of change stays that of the source: should it come back there, it is newer or equal.
  await changeEvent(db, id, { status: 'trash', trashed_from: status });
  await moveSlugs(db, 'event', id, 'aside');
  for (const term of stored.termIds) memory.touchedTerms.add(term);
  await recordChanges(db, 'event', [id], now);
  reporter.count('events', 'updated');
  reporter.note(subject, removedHere);
}

async function trashRelated(
  kind: RelatedKind,
  { key, modifiedAt }: Gone,
  source: string,
  { db, now, reporter }: ImportTask,
) {
  const stored = await relatedByKey(db, kind, key);
  if (stored === undefined || stored.status === 'trash') return;
  const subject = { source, record: labelOf(kind, stored.id, stored.name) };
  const plural = `${kind}s` as const;
  if (stored.modified_at !== modifiedAt) return reporter.skip(plural, subject, changedHere);
  await updateRelated(db, stored.id, { status: 'trash', trashed_from: stored.status });
  await moveSlugs(db, kind, stored.id, 'aside');
  await recordChanges(db, kind, [stored.id], now);
  reporter.count(plural, 'updated');
  reporter.note(subject, removedHere);
}
