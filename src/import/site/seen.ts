// The records on the fetched pages of a site, collected before any of them is merged.
import type { Zones } from '../../core/dates/zones.ts';
import type { RelatedKind, Taxonomy } from '../../core/kinds.ts';
import type { DiskMap, Scratch } from '../../store/sqlite/scratch.ts';
import { stateKey } from '../merge-context.ts';
import { recordKey, siteOf } from '../rest/keys.ts';
import { keyOfRecord } from '../rest/merge-records.ts';
import { readPublication } from '../rest/publication.ts';
import type { PageContext } from '../rest/types.ts';
import { idOf, isRecord, type RawRecord, referencesOf } from '../rest/values.ts';
import { kindOf, type Prescan, type SectionKind, sectionOf } from '../source/prescan.ts';
import { type ReadLimits, readPieces } from '../source/read-pieces.ts';

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

interface Reading {
  zones: Zones;
  siteZone: string;
  limits: ReadLimits;
  scratch: Scratch;
}

/** By `stateKey`, including the venues, organizers and terms embedded in events. */
export async function recordsSeen(
  prescans: readonly Prescan[],
  { zones, siteZone, limits, scratch }: Reading,
): Promise<DiskMap<SeenRecord>> {
  const seen = scratch.createMap<SeenRecord>();
  const add = (kind: SectionKind, raw: RawRecord, page: PageContext): string => {
    const key = kind === 'event' ? recordKey(raw, page.site, []) : keyOfRecord(raw, kind, page);
    const { modifiedAt, publishedAt } = readPublication(raw, page, () => undefined);
    const hasStatus = raw['event_status'] !== undefined;
    seen.set(stateKey(kind, key), {
      ...{ kind, key, id: idOf(raw['id']), hasStatus },
      modifiedAt: modifiedAt ?? publishedAt ?? 0,
    });
    return key;
  };
  for (const { source, members } of prescans) {
    const page: PageContext = { zones, siteZone, site: siteOf(members['rest_url']) || source.site };
    for await (const piece of readPieces(source, limits)) {
      const section = piece.kind === 'element' ? sectionOf(piece.key) : undefined;
      if (piece.kind !== 'element' || section === undefined || !isRecord(piece.value)) continue;
      const key = add(kindOf[section], piece.value, page);
      if (section !== 'events') continue;
      const site = siteOf(piece.value['rest_url']) || key.replace(/\?[^?]*$/, '');
      for (const [kind, member] of embeddings)
        for (const raw of referencesOf(piece.value[member])) add(kind, raw, { ...page, site });
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
