// The records on the fetched pages of a site, collected before any of them is merged.
import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import type { DiskMap, Scratch } from '../../store/sqlite/scratch.ts';
import { stateKey } from '../merge-context.ts';
import { pageContextOf, siteOf } from '../rest/keys.ts';
import { keyOfRecord } from '../rest/merge-records.ts';
import { readPublication } from '../rest/publication.ts';
import type { PageContext } from '../rest/types.ts';
import { idOf, isRecord, type RawRecord, referencesOf } from '../rest/values.ts';
import { kindOf, type Prescan, readElements, type SectionKind } from '../source/prescan.ts';
import type { ImportDependencies } from '../types.ts';

export interface SeenRecord {
  kind: SectionKind;
  key: string;
  /** Time of change at the source, as an import stores it; 0 if unknown. */
  modifiedAt: number;
  /** At the source. */
  id?: number | undefined;
  /** The list states whether the event is canceled, postponed or moved online. */
  hasStatus: boolean;
}

/** By `stateKey`, including the venues, organizers and terms embedded in events. */
export async function recordsSeen(
  prescans: readonly Prescan[],
  {
    zones,
    siteZone,
    limits,
    scratch,
  }: Pick<ImportDependencies, 'zones' | 'siteZone' | 'limits'> & { scratch: Scratch },
): Promise<DiskMap<SeenRecord>> {
  const seen = scratch.createMap<SeenRecord>();
  const add = (kind: SectionKind, raw: RawRecord, page: PageContext): string => {
    const key = keyOfRecord(raw, kind, page);
    const { modifiedAt, publishedAt } = readPublication(raw, page, () => undefined);
    const hasStatus = raw['event_status'] !== undefined;
    seen.set(stateKey(kind, key), {
      ...{ kind, key, id: idOf(raw['id']), hasStatus },
      modifiedAt: modifiedAt ?? publishedAt ?? 0,
    });
    return key;
  };
  for (const prescan of prescans) {
    const page = pageContextOf(prescan, { zones, siteZone });
    for await (const { section, value } of readElements(prescan.source, limits)) {
      if (!isRecord(value)) continue;
      const key = add(kindOf[section], value, page);
      if (section !== 'events') continue;
      const site = siteOf(value['rest_url']) || key.replace(/\?[^?]*$/, '');
      for (const [kind, member] of embeddings)
        for (const raw of referencesOf(value[member])) add(kind, raw, { ...page, site });
    }
  }
  return seen;
}

const embeddings: readonly [RelatedKind | Taxonomy, string][] = [
  ['venue', 'venue'],
  ['organizer', 'organizer'],
  ['category', 'categories'],
  ['tag', 'tags'],
];
