// Parents of categories and events, set when all records are stored: a source names them by id, in any order.
import { plurals } from '../core/kinds.ts';
import { isInLineage } from '../resources/records/rows/lineage.ts';
import type { TermBook } from '../resources/upsert/service.ts';
import { chunked } from './chunked.ts';
import type { MergeContext, TermPlacement } from './merge-context.ts';
import { placeAll } from './place-all.ts';
import type { Subject } from './report.ts';
import { countsOf, idsByKey, parentsOf } from './repository.ts';

export async function placeTerms(context: MergeContext): Promise<void> {
  const terms = await context.upsert.terms();
  const circular = await placeAll(context.state.parents, (one) => placeTerm(context, terms, one));
  for (const { subject, parentKey } of circular)
    context.reporter.note(
      subject,
      'has a parent category that is one of its own subcategories; left unchanged',
      parentKey,
    );
}

async function placeTerm(
  { reporter }: MergeContext,
  terms: TermBook,
  { termId, parentKey, subject, isCounted }: TermPlacement,
): Promise<boolean> {
  const term = terms.byId(termId);
  if (term === undefined) return true;
  const parent = parentKey === '' ? 0 : terms.byKey('category', parentKey)?.id;
  if (parent === undefined) {
    if (isCounted)
      reporter.note(subject, 'has a parent category that is not part of the import; left unchanged', parentKey);
    return true;
  }
  if (parent === term.parent_id) return true;
  if (isBelow(parent, term.id, terms)) return false;
  await terms.move(term, parent);
  if (!isCounted) {
    reporter.count(plurals.category, 'unchanged', -1);
    reporter.count(plurals.category, 'updated');
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

interface EventPlacement {
  id: number;
  parent: number;
  parentKey: string;
  subject: Subject;
}

export async function placeSubEvents(context: MergeContext): Promise<void> {
  const { db, upsert, reporter } = context;
  const circular = await placeAll(misplacedEvents(context), async ({ id, parent }) => {
    if (parent > 0 && (await isInLineage(db, 'events', parent, id))) return false;
    await upsert.placeEvent(id, { post_parent: parent });
    return true;
  });
  const why = 'is a sub-event of one of its own sub-events; left unchanged';
  for (const { subject, parentKey } of circular) reporter.note(subject, why, parentKey);
}

/** Events whose parent is another one than at the source. */
async function* misplacedEvents({ db, state, reporter }: MergeContext): AsyncGenerator<EventPlacement> {
  for (const records of chunked(state.records)) {
    const events = records.flatMap(([, { id, parentKey, subject }]) =>
      id === undefined || parentKey === undefined || subject === undefined ? [] : [{ id, parentKey, subject }],
    );
    if (events.length === 0) continue;
    const ids = events.map(({ id }) => id);
    const keys = events.flatMap(({ parentKey }) => parentKey || []);
    const [before, parents] = [await parentsOf(db, ids), await idsByKey(db, 'events', keys)];
    for (const event of events) {
      const parent = event.parentKey === '' ? 0 : parents.get(event.parentKey);
      if (parent === undefined)
        reporter.note(event.subject, 'is a sub-event of an event that is not part of the import', event.parentKey);
      else if (parent !== event.id && parent !== before.get(event.id)) yield { ...event, parent };
    }
  }
}

/** Usually because of events that the source did not show. */
export async function noteOtherCounts({ db, now, reporter, state }: MergeContext): Promise<void> {
  const counts = await countsOf(db, [...state.touchedTerms], now);
  for (const [id, { subject, count }] of state.counted) {
    const here = counts.get(id);
    if (here !== undefined && here !== count)
      reporter.note(
        subject,
        'has a different number of events here than at the source',
        `${count} there, ${here} here`,
      );
  }
}
