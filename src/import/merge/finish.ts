// What can be decided only when all records are stored: slugs that another record had, parents of categories and events,
// which a source names by id in any order, and the list of records whose id or URL differs from the source's.
import { isTaxonomy, plurals } from '../../core/kinds.ts';
import { restoredSlug } from '../../core/text/slug.ts';
import { isInLineage } from '../../resources/records/rows/record-table.ts';
import { chunksOf } from '../../resources/records/rows/rows.ts';
import { termCounts } from '../../resources/terms/repository-events.ts';
import { type MergeContext, partsOfKey, type SourceRecord, stateKey } from './context.ts';
import { idsByKey, parentsOf, slugsOf } from './repository.ts';

export async function finishMerge(context: MergeContext): Promise<void> {
  await restoreSlugs(context);
  await placeChildren(context);
  await noteOtherCounts(context);
}

/**
 * Places each item as soon as nothing is in its way: two that swap places have to wait for each other. `place` returns
 * whether the item has its place. Returns the items that found none.
 */
async function placeAll<T>(
  items: Iterable<T> | AsyncIterable<T>,
  place: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  let waiting = items;
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const left: T[] = [];
    for await (const item of waiting) if (!(await place(item))) left.push(item);
    if (left.length === 0 || left.length === before) return left;
    waiting = left;
    before = left.length;
  }
}

/** Gives records the slugs of their source that have become free, as when two were swapped there, and reports the rest. */
async function restoreSlugs(context: MergeContext): Promise<void> {
  const { upsert, reporter } = context;
  const displaced = await placeAll(storedRecords(context), async ({ source, subject, id, slug, isNewerHere }) => {
    if (source.slug === '' || isNewerHere || slug === source.slug) return true;
    const isRestored = await upsert.restoreSlug(source.kind, id, source);
    if (isRestored && subject)
      reporter.note(subject, 'has the URL of its source again, after another record gave it up', source.slug);
    return isRestored;
  });
  if (await yieldSlugs(displaced, context))
    await placeAll(displaced, ({ source, id }) => upsert.restoreSlug(source.kind, id, source));
  for await (const { source, id, slug } of storedRecords(context)) {
    const { kind, title, url } = source;
    const hasOtherId = source.id !== undefined && source.id !== id;
    if (!hasOtherId && (source.slug === '' || source.slug === slug)) continue;
    // In the trash here, without a page.
    if (restoredSlug(slug) !== slug) continue;
    const here = isTaxonomy(kind) ? slug : `/${kind}/${slug}/`;
    reporter.move({ kind, title, old: { id: source.id, address: url }, new: { id, address: here } });
  }
}

/** Records without a slug at the source, such as drafts, have one made from the title, which others may have there. */
async function yieldSlugs(displaced: readonly { source: SourceRecord }[], context: MergeContext): Promise<boolean> {
  const wanted = new Set(displaced.map(({ source: { kind, slug } }) => `${kind} ${slug}`));
  if (wanted.size === 0) return false;
  let isAnyFree = false;
  for await (const { source, id, slug, isNewerHere } of storedRecords(context)) {
    const isWanted = (one: string) => wanted.has(`${source.kind} ${one}`);
    if (source.slug === '' && !isNewerHere && isWanted(slug))
      isAnyFree = (await context.upsert.yieldSlug(source.kind, id, { ...source, isWanted })) || isAnyFree;
  }
  return isAnyFree;
}

async function* storedRecords({ db, state, upsert }: MergeContext) {
  const terms = await upsert.terms();
  for (const records of chunksOf(state.records)) {
    const known = records.flatMap(([, { id, source, subject, isNewerHere = false }]) =>
      id === undefined || source === undefined ? [] : [{ id, source, subject, isNewerHere }],
    );
    const ids = known.filter(({ source }) => !isTaxonomy(source.kind)).map(({ id }) => id);
    const slugs = await slugsOf(db, ids);
    for (const one of known) {
      const slug = isTaxonomy(one.source.kind) ? terms.byId(one.id)?.slug : slugs.get(one.id);
      yield { ...one, slug: slug ?? '' };
    }
  }
}

async function placeChildren(context: MergeContext): Promise<void> {
  const { db, upsert, reporter } = context;
  const terms = await upsert.terms();
  const circular = await placeAll(misplaced(context), async ({ id, term, parent, isWritten }) => {
    if (parent > 0 && (await isInLineage(db, term ? 'terms' : 'events', parent, id))) return false;
    if (term) await terms.move(term, parent);
    else await upsert.placeEvent(id, { post_parent: parent });
    if (term && !isWritten) {
      reporter.count(plurals.category, 'unchanged', -1);
      reporter.count(plurals.category, 'updated');
    }
    return true;
  });
  for (const { term, subject, parentKey } of circular)
    reporter.note(subject, notes[term ? 'category' : 'event'].circular, parentKey);
}

/** About the parent of a record. */
const notes = {
  event: {
    unknown: 'is a sub-event of an event that is not part of the import',
    circular: 'is a sub-event of one of its own sub-events; left unchanged',
  },
  category: {
    unknown: 'has a parent category that is not part of the import; left unchanged',
    circular: 'has a parent category that is one of its own subcategories; left unchanged',
  },
};

/** Events and categories whose parent is another one than at the source. */
async function* misplaced({ db, state, upsert, reporter }: MergeContext) {
  const terms = await upsert.terms();
  // The parent may be a category that this calendar already had.
  const categoryOf = (key: string) =>
    state.records.get(stateKey('category', key))?.id ?? terms.byKey('category', key)?.id;
  for (const records of chunksOf(state.records)) {
    const children = records.flatMap(([name, { id, parentKey, subject, isWritten }]) => {
      if (id === undefined || parentKey === undefined || subject === undefined) return [];
      const isTerm = isTaxonomy(partsOfKey(name).kind);
      const term = isTerm ? terms.byId(id) : undefined;
      // It may have been deleted meanwhile.
      return isTerm && !term ? [] : [{ id, term, parentKey, subject, isWritten }];
    });
    const events = children.filter(({ term }) => term === undefined);
    const ids = events.map(({ id }) => id);
    const keys = events.flatMap(({ parentKey }) => parentKey || []);
    const [before, parents] = [await parentsOf(db, ids), await idsByKey(db, keys)];
    for (const child of children) {
      const { id, term, parentKey, subject, isWritten } = child;
      const parent = parentKey === '' ? 0 : term ? categoryOf(parentKey) : parents.get(parentKey);
      const isPlaced = term ? parent === term.parent_id : parent === id || parent === before.get(id);
      if (parent !== undefined && !isPlaced) yield { ...child, parent };
      if (parent === undefined && (!term || isWritten))
        reporter.note(subject, notes[term ? 'category' : 'event'].unknown, parentKey);
    }
  }
}

/** Usually because of events that the source did not show. */
async function noteOtherCounts({ db, now, reporter, state }: MergeContext): Promise<void> {
  const what = 'has a different number of events here than at the source';
  for (const some of chunksOf(state.touchedTerms))
    for (const [id, here] of await termCounts(db, some, now)) {
      const { subject, count } = state.counted.get(id) ?? {};
      if (subject && here !== count) reporter.note(subject, what, `${count} there, ${here} here`);
    }
}
