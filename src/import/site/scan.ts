// A first pass over the fetched pages of a site, before any of them is merged.
import type { ChangeKind } from '../../core/kinds.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { Scratch } from '../../store/sqlite/scratch.ts';
import { stateKey } from '../merge-context.ts';
import { pageContextOf, siteOfEvent } from '../rest/keys.ts';
import { keyOfRecord } from '../rest/merge-records.ts';
import { readPublication } from '../rest/publication.ts';
import { flagOf, idOf, type RawRecord } from '../rest/values.ts';
import { type FoundImage, type PagePrescan, prescanJson, recordsIn } from '../source/prescan.ts';
import type { Source } from '../source/read-pieces.ts';
import type { ImportDependencies } from '../types.ts';

export interface SeenRecord {
  kind: ChangeKind;
  key: string;
  /** Time of change at the source, as an import stores it; 0 if unknown. */
  modifiedAt: number;
  /** At the source. */
  id?: number | undefined;
  /** The list states whether the event is canceled, postponed or moved online. */
  hasStatus: boolean;
  /** A published event that no public list shows. */
  isHidden: boolean;
}

interface Scanning extends Pick<ImportDependencies, 'limits' | 'signal' | 'zones' | 'siteZone'> {
  scratch: Scratch;
}

export type Scan = ReturnType<typeof createScan>;

/** A site may have any number of records and images, so they are not held in memory. */
export function createScan(run: Scanning) {
  const { scratch, limits, signal } = run;
  const seen = scratch.createMap<SeenRecord>();
  const kinds = new Set<ChangeKind>();
  const images = scratch.createMap<readonly FoundImage[]>();

  /** With the venues, organizers and terms embedded in an event. */
  function note(listed: RawRecord, listedKind: ChangeKind, page: ReturnType<typeof pageContextOf>): void {
    const site = listedKind === 'event' ? siteOfEvent(listed, keyOfRecord(listed, 'event', page)) : page.site;
    for (const { kind, raw } of recordsIn(listedKind, listed)) {
      const context = raw === listed ? page : { ...page, site };
      const key = keyOfRecord(raw, kind, context);
      // Where a record occurs twice, the first one is imported.
      if (seen.has(stateKey(kind, key))) continue;
      kinds.add(kind);
      const { modifiedAt, publishedAt } = readPublication(raw, context, () => undefined);
      seen.set(stateKey(kind, key), {
        ...{ kind, key, id: idOf(raw['id']), modifiedAt: modifiedAt ?? publishedAt ?? 0 },
        hasStatus: raw['event_status'] !== undefined,
        isHidden: kind === 'event' && raw['status'] === 'publish' && flagOf(raw['hide_from_listings']),
      });
    }
  }

  async function scanPage(source: Source): Promise<PagePrescan> {
    const records: { kind: ChangeKind; raw: RawRecord }[] = [];
    const prescan = await prescanJson(source, limits, (kind, raw) => void records.push({ kind, raw }));
    if (prescan.format === 'export') throw new TransferProblem(`${source.name} is an export; save it as a file first.`);
    // The page names its site after its records.
    const page = pageContextOf(prescan, run);
    for (const { kind, raw } of records) note(raw, kind, page);
    if (prescan.images.length > 0) images.set(source.path, prescan.images);
    return { ...prescan, images: [] };
  }

  return {
    /** By `stateKey`. */
    seen,
    /** Of the seen records. */
    kinds: kinds as ReadonlySet<ChangeKind>,
    imagesOn: ({ source }: PagePrescan): readonly FoundImage[] => images.get(source.path) ?? [],
    async add(lists: readonly { pages: readonly Source[] }[]): Promise<PagePrescan[]> {
      const prescans: PagePrescan[] = [];
      for (const source of lists.flatMap(({ pages }) => pages)) {
        signal.throwIfAborted();
        prescans.push(await scanPage(source));
      }
      return prescans;
    },
  };
}
