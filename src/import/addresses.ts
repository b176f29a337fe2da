// Slugs that were taken when a record came, as where two were swapped at the source, and the table of what differs.
import type { AddressWish, MergeContext } from './merge-context.ts';
import type { Moved } from './report.ts';
import { slugsOf } from './repository.ts';

const readdressed = 'has the address of the source again, which another record had';

/** When all records are stored: gives them the slugs of their source that have become free, and reports the rest. */
export async function settleAddresses(context: MergeContext): Promise<void> {
  const { memory, upsert, reporter, db } = context;
  const terms = await upsert.terms();
  const wishes = [...memory.addresses].flatMap(([memo, wish]) => {
    const id = memory.met.get(memo);
    return id === undefined ? [] : [{ ...wish, hereId: id, isOurs: memory.changedHere.has(memo) }];
  });
  const recordIds = wishes.filter(({ kind }) => !isTerm(kind)).map(({ hereId }) => hereId);
  const slugs = await slugsOf(db, recordIds);
  const slugHere = ({ kind, hereId }: { kind: Moved['kind']; hereId: number }) =>
    (isTerm(kind) ? terms.byId(hereId)?.slug : slugs.get(hereId)) ?? '';
  let waiting = wishes.filter((wish) => wish.slug !== '' && !wish.isOurs && slugHere(wish) !== wish.slug);
  for (let before = waiting.length + 1; waiting.length < before; ) {
    before = waiting.length;
    const still: typeof waiting = [];
    for (const wish of waiting) {
      if (!(await upsert.readdress(wish.kind, wish.hereId, wish))) still.push(wish);
      else {
        slugs.set(wish.hereId, wish.slug);
        reporter.note(wish.subject, readdressed, wish.slug);
      }
    }
    waiting = still;
  }
  for (const wish of wishes) reportMove(context, wish, slugHere(wish));
}

const isTerm = (kind: Moved['kind']) => kind === 'category' || kind === 'tag';

function reportMove({ reporter }: MergeContext, wish: AddressWish & { hereId: number }, slug: string): void {
  const { kind, title, id, hereId, address } = wish;
  const hasOtherId = id !== undefined && id !== hereId;
  if (!hasOtherId && (wish.slug === '' || wish.slug === slug)) return;
  const here = isTerm(kind) ? slug : `/${kind}/${slug}/`;
  reporter.move({ kind, title, old: { id, address }, new: { id: hereId, address: here } });
}
