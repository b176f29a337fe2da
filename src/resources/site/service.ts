import type { Zones } from '../../core/dates/zones.ts';
import type { Language } from '../../core/languages.ts';
import { createLinks } from '../../http/links.ts';
import type { Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { describePaths } from './routes.ts';

/** Some namespaces that answer with the same routes. */
interface Interface {
  namespaces: readonly string[];
  routes: readonly Route[];
}

interface IndexedSite {
  /** The calendar's first. */
  interfaces: readonly Interface[];
  timezone: string;
  language: Language;
  siteUrl: string | undefined;
}

/** What answers at `/wp-json/`, and programs at `/`: where the interface is, for clients that discover it. */
export function presentIndex(site: IndexedSite, origin: string, { zones, now }: { zones: Zones; now: number }) {
  const namespaces = site.interfaces.flatMap((part) => part.namespaces);
  const root = `${origin}/wp-json/${namespaces[0]}`;
  return {
    name: 'Kalends',
    description: 'Events calendar',
    url: site.siteUrl ?? origin,
    home: site.siteUrl ?? origin,
    gmt_offset: zones.offsetSeconds(now, site.timezone) / 3600,
    timezone_string: site.timezone,
    language: site.language,
    namespaces,
    // Passwords are made on the command line: there is no page that gives them out.
    authentication: { 'application-passwords': {} },
    routes: Object.assign({}, ...site.interfaces.map((part) => describeInterface(part, site, origin))),
    _links: {
      events: [{ href: `${root}/events` }],
      documentation: [{ href: `${root}/doc` }],
      root: [{ href: root }],
      calendar: [
        { href: `${origin}/events.ics`, type: 'text/calendar' },
        { href: `${origin.replace(/^https?:/, 'webcal:')}/events.ics`, type: 'text/calendar' },
      ],
      feeds: [
        { href: `${origin}/events.rss`, type: 'application/rss+xml' },
        { href: `${origin}/events.atom`, type: 'application/atom+xml' },
        { href: `${origin}/events.feed.json`, type: 'application/feed+json' },
      ],
      sitemap: [{ href: `${origin}/sitemap.xml`, type: 'application/xml' }],
    },
  };
}

function describeInterface({ namespaces, routes }: Interface, { siteUrl, language }: IndexedSite, origin: string) {
  const described = namespaces.map((namespace) => {
    const address = {
      path: '/',
      query: '',
      language: undefined,
      namespace,
      alias: false,
      root: `/wp-json/${namespace}`,
    };
    return describePaths(routes, createLinks(origin, address, language, { siteUrl, defaultLanguage: language }));
  });
  return Object.assign({}, ...described);
}

export async function isReadable({ reader }: Store): Promise<boolean> {
  try {
    await reader.selectFrom('meta').select('key').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
