// A first pass over the fetched pages of a site, before any of them is merged.
import { type ChangeKind, isTaxonomy } from '../../core/kinds.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { ReadContext } from '../../http/params/field.ts';
import { maxImportedId } from '../../resources/records/rows/record-table.ts';
import type { Scratch } from '../../store/sqlite/scratch.ts';
import { siteOfEvent } from '../keys.ts';
import { stateKey } from '../merge/context.ts';
import type { Subject } from '../report.ts';
import { readPublication } from '../rest/dates.ts';
import { keyOfRecord } from '../rest/merge-records.ts';
import { type PageContext, pageContextOf } from '../rest/page-context.ts';
import { imageIn } from '../rest/record.ts';
import { labelOfRecord } from '../rest/texts.ts';
import { type FoundRecord, type PagePrescan, prescanJson, recordsIn } from '../source/prescan.ts';
import type { Source } from '../source/read-bytes.ts';
import type { ImportDependencies } from '../types.ts';
import { flagOf, idOf, type RawRecord } from '../values.ts';

/** An image with the first record that refers to it. */
export interface FoundImage extends Subject {
  url: string;
  /** Its id at the source, if it can be kept. */
  id: number | undefined;
}

/** A record with texts in several languages. */
export interface Translated {
  kind: ChangeKind;
  id: number;
  languages: readonly string[];
}

interface Scanning extends ReadContext, Pick<ImportDependencies, 'limits' | 'signal'> {
  scratch: Scratch;
}

export type Scan = ReturnType<typeof createScan>;

/** A site may have any number of records and images, so they are not held in memory. */
export function createScan(run: Scanning) {
  const { scratch, signal } = run;
  const seen = scratch.createMap<ReturnType<typeof seenRecord>>();
  const kinds = new Set<ChangeKind>();
  const translated: Translated[] = [];
  const images = scratch.createMap<readonly FoundImage[]>();

  /** Where a record occurs twice, the first one is imported. */
  function note(kind: ChangeKind, raw: RawRecord, page: PageContext): void {
    const key = keyOfRecord(raw, kind, page);
    if (seen.has(stateKey(kind, key))) return;
    kinds.add(kind);
    seen.set(stateKey(kind, key), seenRecord(kind, key, raw, page));
    const languages: unknown = raw['translations'];
    if (Array.isArray(languages) && languages.length > 1)
      translated.push({ kind, id: idOf(raw['id']) ?? 0, languages: languages.map(String) });
  }

  async function scanPage(source: Source): Promise<PagePrescan> {
    signal.throwIfAborted();
    const { prescan, records } = await readPage(source, run);
    for (const { kind, raw, page } of records) note(kind, raw, page);
    const found = records.flatMap(({ kind, raw }) => imagesOf(kind, raw, source.name));
    if (found.length > 0) images.set(source.path, found);
    return prescan;
  }

  return {
    /** By `stateKey`. */
    seen,
    /** Kinds of the records seen. */
    kinds: kinds as ReadonlySet<ChangeKind>,
    translated: translated as readonly Translated[],
    imagesOn: ({ source }: PagePrescan): readonly FoundImage[] => images.get(source.path) ?? [],
    add: (lists: readonly { pages: readonly Source[] }[]): Promise<PagePrescan[]> =>
      Array.fromAsync(
        lists.flatMap(({ pages }) => pages),
        scanPage,
      ),
  };
}

/** The page names its site after its records, so all of them are read first. */
async function readPage(source: Source, run: Scanning) {
  const found: FoundRecord[] = [];
  const prescan = await prescanJson(source, run.limits, (record) => void found.push(record));
  if (prescan.format === 'export') throw new TransferProblem(`${source.name} is an export; save it as a file first.`);
  const page = pageContextOf(prescan, run);
  const records = found.flatMap((record) => {
    const within = record.kind === 'event' ? { ...page, site: siteOfEvent(record.raw, page.site) } : page;
    return recordsIn(record).map(({ kind, raw }) => ({ kind, raw, page: raw === record.raw ? page : within }));
  });
  return { prescan, records };
}

function seenRecord(kind: ChangeKind, key: string, raw: RawRecord, page: PageContext) {
  const { modifiedAt, publishedAt } = readPublication(raw, page, () => undefined);
  return {
    kind,
    key,
    id: idOf(raw['id']),
    /** At the source, as an import stores it; 0 if unknown. */
    modifiedAt: modifiedAt ?? publishedAt ?? 0,
    /** The list states whether the event is canceled, postponed or moved online. */
    hasStatus: raw['event_status'] !== undefined,
    /** A published event that no public list shows. */
    isHidden: kind === 'event' && raw['status'] === 'publish' && flagOf(raw['hide_from_listings']),
  };
}

function imagesOf(kind: ChangeKind, raw: RawRecord, source: string): FoundImage[] {
  const image = isTaxonomy(kind) ? undefined : imageIn(raw);
  if (image === undefined) return [];
  const id = image.id !== undefined && image.id <= maxImportedId ? image.id : undefined;
  return [{ url: image.url, id, source, record: labelOfRecord(raw, kind) }];
}
