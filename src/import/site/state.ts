// The state of the last import of a site, for bringing only what has changed since.
import { findMeta, putMeta } from '../../store/meta.ts';
import type { Reader, Writer } from '../../store/store.ts';
import type { SectionKind } from '../source/prescan.ts';

export const siteKinds: readonly SectionKind[] = ['category', 'tag', 'venue', 'organizer', 'event'];

export interface SiteState {
  version: 1;
  /** Of the site's feed of changes, if it has one. */
  token: string | null;
  /** `modified_at` here after the import, by the record's key at the site; terms have none and are 0. */
  records: Record<SectionKind, Record<string, number>>;
  /** Zones of site and calendar that somebody has accepted as different. */
  zones?: string | undefined;
  /** The import was whole, and so was what the site was asked for each event. */
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
