// URLs of the public pages, for search engines (sitemaps.org).
import { ApiError } from '../../core/api-error.ts';
import { type SitemapPage, toSitemap, toSitemapIndex } from '../../core/feeds/sitemap.ts';
import { type ChangeKind, changeKinds, plurals } from '../../core/kinds.ts';
import { type Language, languages, languageTag } from '../../core/languages.ts';
import { describe, unsetWhenEmpty } from '../../http/params/field.ts';
import { integer } from '../../http/params/scalars.ts';
import { publicRead, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { manyRead, offloadFrom } from '../records/list/offload.ts';
import { refused } from '../records/replies.ts';
import { categoryPath } from '../terms/present.ts';
import {
  firstSitemapPart,
  monthsWithEvents,
  pathsByLanguage,
  type SitemapRow,
  sitemapParts,
  sitemapRows,
} from './repository.ts';

export interface SitemapOptions {
  store: Store;
  /** Whether this server has pages. Otherwise another site has them, and only for events. */
  hasPages: boolean;
  defaultLanguage: Language;
}

const partFields = {
  part: unsetWhenEmpty(
    describe(
      integer({ min: 0, max: 1_000_000_000 }),
      'Number of the part; records are split by id. Default: the first part that has pages',
    ),
  ),
};

const mediaType = 'application/xml';
const described = (description: string) => ({ status: 200, description, mediaType, schema: { type: 'string' } });
const usual = { isPublic: true, tag: 'Feed' } as const;

export function sitemapRoutes(options: SitemapOptions): Route[] {
  const kinds = options.hasPages ? changeKinds : (['event'] as const);
  return [
    indexRoute(kinds, options),
    ...kinds.map((kind) => partRoute(kind, options)),
    ...(options.hasPages ? [calendarRoute(options)] : []),
  ];
}

const indexRoute = (kinds: readonly ChangeKind[], { store, hasPages }: SitemapOptions): Route =>
  publicRead({
    ...usual,
    path: '/sitemap.xml',
    operationId: 'getSitemapIndex',
    summary: 'Get the sitemap index',
    params: {},
    replies: [described('The sitemap index')],
    async handle(_values, { links, now }) {
      const entries: { url: string; modified: number }[] = [];
      for (const kind of kinds) {
        const parts = await offloadFrom(manyRead, store, () => sitemapParts(store.reader, kind, now));
        const urlOf = (part: number) => links.file(`/sitemap-${plurals[kind]}.xml?part=${part}`);
        entries.push(...parts.map(({ part, modified }) => ({ url: urlOf(part), modified })));
      }
      if (hasPages) entries.push({ url: links.file('/sitemap-calendar.xml'), modified: 0 });
      return xml('sitemap.xml', toSitemapIndex(entries), entries);
    },
  });

const partRoute = (kind: ChangeKind, { store, defaultLanguage }: SitemapOptions): Route =>
  publicRead({
    ...usual,
    path: `/sitemap-${plurals[kind]}.xml`,
    operationId: `getSitemapOf${plurals[kind].charAt(0).toUpperCase()}${plurals[kind].slice(1)}`,
    summary: `Get the sitemap of ${kind} pages in all languages`,
    params: partFields,
    replies: [described('The sitemap'), ...refused('event-archive-page-not-found')],
    async handle(values, context) {
      const part = values.part ?? (await firstSitemapPart(store.reader, kind, context.now));
      const rows = await sitemapRows(store.reader, kind, part, context.now);
      if (rows.length === 0 && part > 0) throw new ApiError('event-archive-page-not-found');
      const pathOf = await pathsOf(kind, rows, store);
      const pages = [...Map.groupBy(rows, ({ id }) => id).values()].map((texts) =>
        toPage(texts, pathOf, context, defaultLanguage),
      );
      return xml(`sitemap-${plurals[kind]}-${part}.xml`, toSitemap(pages), pages);
    },
  });

/** Lists and months, which every language has. */
const calendarRoute = ({ store }: SitemapOptions): Route =>
  publicRead({
    ...usual,
    path: '/sitemap-calendar.xml',
    operationId: 'getSitemapOfCalendar',
    summary: 'Get the sitemap of the event list and of months with events, in all languages',
    params: {},
    replies: [described('The sitemap')],
    async handle(_values, context) {
      const { now, zones, siteZone } = context;
      const thisMonth = zones.toWall(now, siteZone).slice(0, 7);
      const months = await offloadFrom(manyRead, store, () => monthsWithEvents(store.reader, now, thisMonth));
      const pages = ['/events/', ...months.map((month) => `/events/${month}/`)].map((path) => {
        const urls = languages.map((code) => ({ language: languageTag(code), url: pageIn(code, path, context) }));
        return { modified: 0, urls, xDefault: context.links.file(path) };
      });
      return xml('sitemap-calendar.xml', toSitemap(pages), pages);
    },
  });

type PathOf = (row: SitemapRow, slug: string) => string;

async function pathsOf(kind: ChangeKind, rows: readonly SitemapRow[], { reader }: Store): Promise<PathOf> {
  if (kind === 'category') {
    const paths = await pathsByLanguage(reader, rows);
    return ({ id, text_language }, slug) => {
      const ofLanguage = paths.get(text_language) ?? new Map();
      return categoryPath({ id, slug, parent_id: ofLanguage.get(id)?.parent_id ?? 0 }, ofLanguage);
    };
  }
  return (_row, slug) => `/${kind}/${slug}/`;
}

function toPage(
  texts: readonly SitemapRow[],
  pathOf: PathOf,
  context: RequestContext,
  defaultLanguage: Language,
): SitemapPage {
  const original = texts[0] as SitemapRow;
  const urls = texts.map((row) => {
    const path = pathOf(row, row.slug ?? original.slug ?? '');
    return { language: languageTag(row.text_language), url: pageIn(row.text_language, path, context) };
  });
  const inDefault = urls[texts.findIndex(({ text_language }) => text_language === defaultLanguage)];
  return { modified: original.modified, urls, xDefault: (inDefault ?? urls[0])?.url ?? '' };
}

const pageIn = (language: string, path: string, context: RequestContext): string =>
  context.withLanguage(new Map([['i18n_language', language]])).links.page(path);

const xml = (name: string, text: string, entries: readonly { modified: number }[]): Reply => ({
  status: 200,
  body: Buffer.from(text),
  modified: entries.reduce((newest, { modified }) => Math.max(newest, modified), 0),
  headers: { 'content-type': `${mediaType}; charset=UTF-8`, 'content-disposition': `inline; filename="${name}"` },
});
