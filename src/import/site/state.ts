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

const writeState = (db: Writer, { key }: SiteRun, state: Omit<SiteState, 'version'>): Promise<void> =>
  putMeta(db, metaKey(key), JSON.stringify({ version: 1, ...state } satisfies SiteState));

const copyRecords = (before: SiteState | undefined): SiteState['records'] =>
  structuredClone(before?.records ?? { category: {}, tag: {}, venue: {}, organizer: {}, event: {} });

/** Written first, so that the run after an interrupted one recognises the records that came from the site. */
export function writeStateBefore(db: Writer, run: SiteRun): Promise<void> {
  const { before, scan } = run;
  const records = copyRecords(before);
  for (const [, { kind, key, modifiedAt }] of scan.seen) records[kind][key] ??= modifiedAt;
  return writeState(db, run, { token: before?.token ?? null, records, zones: before?.zones });
}

/** Records that were changed here keep their entry, and so count as changed in later runs. */
export async function writeStateAfter(
  db: Writer,
  run: SiteRun,
  { missing, details }: FetchedSite,
  { records: merged }: MergeState,
): Promise<void> {
  const { before, feed, agreedZones: zones } = run;
  const records = copyRecords(before);
  for (const { kind, key, verdict } of missing) if (verdict === 'gone') delete records[kind][key];
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
  await writeState(db, run, { token, records, zones, hasDetails: details?.isWhole });
}
