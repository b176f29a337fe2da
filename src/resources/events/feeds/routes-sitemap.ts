// Addresses of the events' public pages, for search engines (sitemaps.org).
import { ApiError } from '../../../core/api-error.ts';
import { type SitemapPage, toSitemap, toSitemapIndex } from '../../../core/feeds/sitemap.ts';
import { languageTag } from '../../../core/languages.ts';
import { describe, unsetWhenEmpty } from '../../../http/params/field.ts';
import { readParams } from '../../../http/params/read.ts';
import { integer } from '../../../http/params/scalars.ts';
import { anyone, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { manyRead, offloadFrom } from '../../records/list/read-worker.ts';
import { refused } from '../../records/replies.ts';
import type { EventRoutesOptions } from '../options.ts';
import { type SitemapRow, sitemapParts, sitemapRows } from './repository-sitemap.ts';

const partFields = {
  part: unsetWhenEmpty(describe(integer({ min: 0, max: 1_000_000_000 }), 'Part of the events')),
};

const mediaType = 'application/xml';
const described = (description: string) => ({ status: 200, description, mediaType, schema: { type: 'string' } });

export const sitemapRoutes = ({ store }: EventRoutesOptions): Route[] => [
  {
    method: 'GET',
    path: '/sitemap.xml',
    isPublic: true,
    operationId: 'getSitemapIndex',
    summary: 'The parts of the sitemap',
    tag: 'Feed',
    params: {},
    allowed: anyone,
    replies: [described('A sitemap index')],
    async handle({ links, now }) {
      const parts = await offloadFrom(manyRead, store, () => sitemapParts(store.reader, now));
      const shown = parts.map(({ part, modifiedAt }) => ({
        url: links.file(`/sitemap-events.xml?part=${part}`),
        modifiedAt,
      }));
      return xml('sitemap.xml', toSitemapIndex(shown), shown);
    },
  },
  {
    method: 'GET',
    path: '/sitemap-events.xml',
    isPublic: true,
    operationId: 'getSitemapOfEvents',
    summary: "Addresses of the events' pages, in all their languages",
    tag: 'Feed',
    params: partFields,
    allowed: anyone,
    replies: [described('A sitemap'), ...refused('event-archive-page-not-found')],
    async handle(context) {
      const { values, problems } = readParams(partFields, context.params, context);
      problems.throwIfAny();
      const { part = 0 } = values;
      const rows = await sitemapRows(store.reader, part, context.now);
      if (rows.length === 0 && part > 0) throw new ApiError('event-archive-page-not-found');
      const pages = [...Map.groupBy(rows, ({ id }) => id).values()].map((texts) => toPage(texts, context));
      return xml(`sitemap-events-${part}.xml`, toSitemap(pages), pages);
    },
  },
];

function toPage(texts: readonly SitemapRow[], context: RequestContext): SitemapPage {
  const original = texts[0] as SitemapRow;
  const addresses = texts.map(({ text_language, slug }) => {
    const { links } = context.withLanguage(new Map([['i18n_language', text_language]]));
    return { language: languageTag(text_language), url: links.page(`/event/${slug ?? original.slug}/`) };
  });
  const modifiedAt = Math.max(original.modified_at, original.published_at);
  return { modifiedAt, addresses, original: addresses[0]?.url ?? '' };
}

const xml = (name: string, text: string, shown: readonly { modifiedAt: number }[]): Reply => ({
  status: 200,
  body: Buffer.from(text),
  modified: shown.reduce((newest, { modifiedAt }) => Math.max(newest, modifiedAt), 0),
  headers: { 'content-type': `${mediaType}; charset=UTF-8`, 'content-disposition': `inline; filename="${name}"` },
});
