// Places in the category tree, once all categories are there: a source names parents by id, in any order.

import { termKinds } from '../../resources/terms/types.ts';
import type { TermBook } from '../../resources/upsert/types.ts';
import type { MergeContext, ParentWish } from './context.ts';
import { countsOf } from './repository.ts';

export async function settleParents(context: MergeContext): Promise<void> {
  const terms = await context.upsert.terms();
  for (const wish of context.memory.parents) await settle(context, terms, wish);
}

async function settle(
  { reporter }: MergeContext,
  terms: TermBook,
  { termId, parentKey, subject, isCounted }: ParentWish,
): Promise<void> {
  const term = terms.byId(termId);
  if (term === undefined) return;
  const parent = parentKey === '' ? 0 : terms.byKey('category', parentKey)?.id;
  if (parent === undefined) {
    if (isCounted)
      reporter.note(subject, 'has a parent category that is not among the records; left where it is', parentKey);
    return;
  }
  if (parent === term.parent_id) return;
  if (isBelow(parent, term.id, terms)) {
    reporter.note(subject, 'has a parent category that lies below itself; left where it is', parentKey);
    return;
  }
  await terms.move(term, parent);
  if (!isCounted) {
    reporter.count(termKinds.category.plural, 'unchanged', -1);
    reporter.count(termKinds.category.plural, 'updated');
  }
}

function isBelow(id: number, above: number, terms: TermBook): boolean {
  for (let at = id, steps = 0; at > 0 && steps < 1000; steps++) {
    if (at === above) return true;
    at = terms.byId(at)?.parent_id ?? 0;
  }
  return false;
}

/** Counts are computed; where a source counts otherwise, mostly events that did not come along, that is said. */
export async function settleCounts({ db, now, reporter, memory }: MergeContext): Promise<void> {
  const touched = [...memory.touchedTerms];
  const counts = await countsOf(db, touched, now);
  for (const [id, { subject, count }] of memory.counted) {
    const here = counts.get(id);
    if (here !== undefined && here !== count)
      reporter.note(subject, 'has another number of events here than at the source', `${count} there, ${here} here`);
  }
}
