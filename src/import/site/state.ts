// State of the last import of a site, from which `--sync` continues.
import { isTaxonomy } from '../../core/kinds.ts';
import { chunksOf } from '../../resources/records/rows/rows.ts';
import { findMeta, putMeta } from '../../store/meta.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { type MergeState, partsOfKey } from '../merge/context.ts';
import { modifiedTimes } from '../merge/repository.ts';
import type { FetchedSite } from './fetch-site.ts';
import type { SiteRun, SiteState } from './run.ts';

const metaKey = (name: string) => `import:${name}` as const;

export async function readState(db: Reader, name: string): Promise<SiteState | undefined> {
  const text = await findMeta(db, metaKey(name));
  const state = text === undefined ? undefined : (JSON.parse(text) as SiteState);
  return state?.version === 1 ? state : undefined;
}

const writeState = (db: Writer, name: string, state: SiteState): Promise<void> =>
  putMeta(db, metaKey(name), JSON.stringify(state));

const recordsOf = (before: SiteState | undefined): SiteState['records'] =>
  structuredClone(before?.records ?? { category: {}, tag: {}, venue: {}, organizer: {}, event: {} });

/** Written first, so that the run after an interrupted one recognises the records that came from the site. */
export function writeStateBefore(db: Writer, { key, before, scan }: SiteRun): Promise<void> {
  const records = recordsOf(before);
  for (const [, one] of scan.seen) records[one.kind][one.key] ??= one.modifiedAt;
  return writeState(db, key, { version: 1, token: before?.token ?? null, records, zones: before?.zones });
}

/** Records that were changed here keep their entry, and so count as changed in later runs. */
export async function writeStateAfter(
  db: Writer,
  { key, before, feed, agreedZones: zones }: SiteRun,
  { missing, details }: FetchedSite,
  { records: merged }: MergeState,
): Promise<void> {
  const records = recordsOf(before);
  for (const one of missing) if (one.verdict === 'gone') delete records[one.kind][one.key];
  for (const some of chunksOf(merged)) {
    const ids = some.flatMap(([, { id }]) => id ?? []);
    const times = await modifiedTimes(db, ids);
    for (const [name, { id, isNewerHere }] of some) {
      if (id === undefined || isNewerHere) continue;
      const { kind, key } = partsOfKey(name);
      records[kind][key] = isTaxonomy(kind) ? 0 : (times.get(id) ?? 0);
    }
  }
  // The next run reads changes again that this one could not follow.
  const isFollowed = missing.every(({ verdict }) => verdict !== 'unknown');
  const token = (isFollowed ? feed : before)?.token ?? null;
  await writeState(db, key, { version: 1, token, records, zones, hasDetails: details?.isWhole });
}
