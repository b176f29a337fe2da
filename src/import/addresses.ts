// Slugs that were taken when their record was stored, for instance because two were swapped at the source, and the list of
// records whose id or address differs from the source's.
import { isTaxonomy } from '../core/kinds.ts';
import { chunked } from './chunked.ts';
import type { MergeContext, SourceAddress } from './merge-context.ts';
import { placeAll } from './place-all.ts';
import type { Subject } from './report.ts';
import { slugsOf } from './repository.ts';

interface StoredAddress {
  source: SourceAddress;
  subject: Subject | undefined;
  /** Here. */
  id: number;
  slug: string;
  isNewerHere: boolean;
}

/** When all records are stored: gives them the slugs of their source that have become free, and reports the rest. */
export async function settleAddresses(context: MergeContext): Promise<void> {
  const { upsert, reporter } = context;
  await placeAll(storedAddresses(context), async ({ source, subject, id, slug, isNewerHere }) => {
    if (source.slug === '' || isNewerHere || slug === source.slug) return true;
    const isReaddressed = await upsert.readdress(source.kind, id, source);
    if (isReaddressed && subject)
      reporter.note(subject, 'has the address of its source again, after another record gave it up', source.slug);
    return isReaddressed;
  });
  for await (const { source, id, slug } of storedAddresses(context)) {
    const { kind, title, url } = source;
    const hasOtherId = source.id !== undefined && source.id !== id;
    if (!hasOtherId && (source.slug === '' || source.slug === slug)) continue;
    const here = isTaxonomy(kind) ? slug : `/${kind}/${slug}/`;
    reporter.move({ kind, title, old: { id: source.id, address: url }, new: { id, address: here } });
  }
}

async function* storedAddresses({ db, state, upsert }: MergeContext): AsyncGenerator<StoredAddress> {
  const terms = await upsert.terms();
  for (const records of chunked(state.records)) {
    const addressed = records.flatMap(([, { id, address: source, subject, isNewerHere = false }]) =>
      id === undefined || source === undefined ? [] : [{ id, source, subject, isNewerHere }],
    );
    const ids = addressed.filter(({ source }) => !isTaxonomy(source.kind)).map(({ id }) => id);
    const slugs = await slugsOf(db, ids);
    for (const one of addressed) {
      const slug = isTaxonomy(one.source.kind) ? terms.byId(one.id)?.slug : slugs.get(one.id);
      yield { ...one, slug: slug ?? '' };
    }
  }
}
