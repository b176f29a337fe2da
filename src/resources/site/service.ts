import type { Zones } from '../../core/dates/zones.ts';
import type { Language } from '../../core/languages.ts';
import { createLinks } from '../../http/links.ts';
import type { Api } from '../../http/pipeline.ts';
import type { Store } from '../../store/store.ts';
import { describePaths } from './routes.ts';

interface IndexedSite {
  /** The calendar's API comes first. */
  apis: readonly Api[];
  timezone: string;
  language: Language;
  siteUrl: string | undefined;
  siteName?: string | undefined;
}

interface RequestedIndex {
  origin: string;
  /** The segment before it, if there is one. */
  language: Language | undefined;
}

/**
 * Discovery document at `/wp-json/`, and at `/` for clients other than browsers. Below a language segment, its links stay in that
 * language.
 */
export function presentIndex(
  site: IndexedSite,
  requested: RequestedIndex,
  { zones, now }: { zones: Zones; now: number },
) {
  const { origin, language } = requested;
  const namespaces = site.apis.flatMap((part) => part.namespaces);
  const base = origin + segmentOf(language);
  const root = `${base}/wp-json/${namespaces[0]}`;
  const calendars = site.apis[0]?.namespaces ?? [];
  return {
    name: site.siteName ?? 'Kalends',
    description: 'Events calendar',
    url: site.siteUrl ?? origin,
    home: site.siteUrl ?? origin,
    gmt_offset: zones.offsetSeconds(now, site.timezone) / 3600,
    timezone_string: site.timezone,
    language: language ?? site.language,
    namespaces,
    // Application passwords are created on the command line: there is no authorization page.
    authentication: { 'application-passwords': {} },
    routes: Object.assign({}, ...site.apis.map((part) => describeApi(part, site, requested))),
    _links: {
      events: calendars.map((namespace) => ({ href: `${base}/wp-json/${namespace}/events` })),
      documentation: [{ href: `${root}/doc` }],
      root: [{ href: root }],
      calendar: [
        { href: `${base}/events.ics`, type: 'text/calendar' },
        { href: `${base.replace(/^https?:/, 'webcal:')}/events.ics`, type: 'text/calendar' },
      ],
      feeds: [
        { href: `${base}/events.rss`, type: 'application/rss+xml' },
        { href: `${base}/events.atom`, type: 'application/atom+xml' },
        { href: `${base}/events.feed.json`, type: 'application/feed+json' },
      ],
      sitemap: [{ href: `${base}/sitemap.xml`, type: 'application/xml' }],
    },
  };
}

const segmentOf = (language: Language | undefined): string => (language ? `/${language}` : '');

function describeApi({ namespaces, routes }: Api, site: IndexedSite, { origin, language }: RequestedIndex) {
  const options = { siteUrl: site.siteUrl, defaultLanguage: site.language };
  const described = namespaces.map((namespace) => {
    const apiUrl = {
      path: '/',
      query: '',
      language,
      namespace,
      alias: false,
      root: `${segmentOf(language)}/wp-json/${namespace}`,
    };
    return describePaths(routes, createLinks(origin, apiUrl, language ?? site.language, options));
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
