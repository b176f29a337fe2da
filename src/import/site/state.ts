// State of the last import of a site, from which `--sync` continues.
import { findMeta, putMeta } from '../../store/meta.ts';
import type { Reader, Writer } from '../../store/store.ts';
import type { SectionKind } from '../source/prescan.ts';

export const siteKinds: readonly SectionKind[] = ['category', 'tag', 'venue', 'organizer', 'event'];

export interface SiteState {
  version: 1;
  /** Position in the site's change feed, if it has one. */
  token: string | null;
  /** `modified_at` here after the import, by the record's key at the site; 0 for terms, which have none. */
  records: Record<SectionKind, Record<string, number>>;
  /** The differing zones of site and calendar that the user has accepted. */
  zones?: string | undefined;
  /** The status of every event was read, by single requests where lists lack it. */
  hasDetails?: boolean | undefined;
}

const metaKey = (name: string) => `import:${name}` as const;

export async function readState(db: Reader, name: string): Promise<SiteState | undefined> {
  const text = await findMeta(db, metaKey(name));
  const state = text === undefined ? undefined : (JSON.parse(text) as SiteState);
  return state?.version === 1 ? state : undefined;
}

export const writeState = (db: Writer, name: string, state: SiteState): Promise<void> =>
  putMeta(db, metaKey(name), JSON.stringify(state));

export const noRecords = (): SiteState['records'] => ({ category: {}, tag: {}, venue: {}, organizer: {}, event: {} });
