import type { Store } from '../../store/store.ts';

interface IndexedSite {
  namespaces: readonly string[];
  timezone: string;
  language: string;
  siteUrl: string | undefined;
}

/** What answers at `/` and `/wp-json/`: where the interface is, for people and for clients that discover it. */
export function presentIndex(site: IndexedSite, origin: string) {
  const root = `${origin}/wp-json/${site.namespaces[0]}`;
  return {
    name: 'Kalends',
    description: 'Events calendar',
    url: site.siteUrl ?? origin,
    home: site.siteUrl ?? origin,
    timezone_string: site.timezone,
    language: site.language,
    namespaces: site.namespaces,
    authentication: { 'application-passwords': {} },
    _links: { events: [{ href: `${root}/events` }], documentation: [{ href: `${root}/doc` }], root: [{ href: root }] },
  };
}

export async function isReadable({ reader }: Store): Promise<boolean> {
  try {
    await reader.selectFrom('meta').select('key').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
