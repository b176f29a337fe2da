// Parents of categories and events, set when all records are stored: a source names them by id, in any order.

import { isInLineage } from '../resources/records/rows/lineage.ts';
import { chunksOf } from '../resources/records/rows/rows.ts';
import { termKinds } from '../resources/terms/types.ts';
import type { TermBook } from '../resources/upsert/types.ts';
import type { MergeContext, ParentWish } from './merge-context.ts';
import type { Subject } from './report.ts';
import { countsOf, idsByKey, parentsOf } from './repository.ts';

/** Places each as soon as nothing is in its way: two that change places have to wait for each other. */
async function placeAll<T>(wishes: readonly T[], place: (wish: T, isLast: boolean) => Promise<boolean>): Promise<void> {
  let waiting = wishes;
  for (let before = waiting.length + 1; waiting.length < before; ) {
    before = waiting.length;
    const still: T[] = [];
    for (const wish of waiting) if (!(await place(wish, false))) still.push(wish);
    waiting = still;
  }
  for (const wish of waiting) await place(wish, true);
}

export async function placeTerms(context: MergeContext): Promise<void> {
  const terms = await context.upsert.terms();
  await placeAll(context.memory.parents, (wish, isLast) => placeTerm(context, { terms, isLast }, wish));
}

/** Answers whether the term has its place. */
async function placeTerm(
  { reporter }: MergeContext,
  { terms, isLast }: { terms: TermBook; isLast: boolean },
  { termId, parentKey, subject, isCounted }: ParentWish,
): Promise<boolean> {
  const term = terms.byId(termId);
  if (term === undefined) return true;
  const parent = parentKey === '' ? 0 : terms.byKey('category', parentKey)?.id;
  if (parent === undefined) {
    if (isCounted)
      reporter.note(subject, 'has a parent category that is not among the records; left where it is', parentKey);
    return true;
  }
  if (parent === term.parent_id) return true;
  if (isBelow(parent, term.id, terms)) {
    if (isLast) reporter.note(subject, 'has a parent category that lies below itself; left where it is', parentKey);
    return false;
  }
  await terms.move(term, parent);
  if (!isCounted) {
    reporter.count(termKinds.category.plural, 'unchanged', -1);
    reporter.count(termKinds.category.plural, 'updated');
  }
  return true;
}

function isBelow(id: number, above: number, terms: TermBook): boolean {
  for (let at = id, steps = 0; at > 0 && steps < 1000; steps++) {
    if (at === above) return true;
    at = terms.byId(at)?.parent_id ?? 0;
  }
  return false;
}

export async function placeSubEvents({ db, upsert, reporter, memory }: MergeContext): Promise<void> {
  const moves: { id: number; parent: number; parentKey: string; subject: Subject }[] = [];
  for (const some of chunksOf([...memory.subEvents])) {
    const before = await parentsOf(
      db,
      some.map(([id]) => id),
    );
    const known = await idsByKey(
      db,
      'events',
      some.flatMap(([, { parentKey }]) => parentKey || []),
    );
    for (const [id, { parentKey, subject }] of some) {
      const parent = parentKey === '' ? 0 : known.get(parentKey);
      if (parent === undefined)
        reporter.note(subject, 'is a part of an event that is not among the records', parentKey);
      else if (parent !== id && parent !== before.get(id)) moves.push({ id, parent, parentKey, subject });
    }
  }
  await placeAll(moves, async ({ id, parent, parentKey, subject }, isLast) => {
    if (parent > 0 && (await isInLineage(db, 'events', parent, id))) {
      if (isLast)
        reporter.note(subject, 'is a part of an event that is a part of this one; left where it is', parentKey);
      return false;
    }
    await upsert.placeEvent(id, { post_parent: parent });
    return true;
  });
}

/** Its parent may be stored later. */
export function noteParent(
  { memory }: MergeContext,
  { event: { parentKey }, subject }: { event: { parentKey: string | undefined }; subject: Subject },
  id: number,
): void {
  if (parentKey !== undefined) memory.subEvents.set(id, { parentKey, subject });
}

/** Mostly of events that the source did not show. */
export async function noteOtherCounts({ db, now, reporter, memory }: MergeContext): Promise<void> {
  const touched = [...memory.touchedTerms];
  const counts = await countsOf(db, touched, now);
  for (const [id, { subject, count }] of memory.counted) {
    const here = counts.get(id);
    if (here !== undefined && here !== count)
      reporter.note(subject, 'has another number of events here than at the source', `${count} there, ${here} here`);
  }
}
