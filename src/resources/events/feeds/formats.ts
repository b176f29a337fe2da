import { toAtom } from '../../../core/feeds/atom.ts';
import { toJsonFeed } from '../../../core/feeds/json-feed.ts';
import { toRss } from '../../../core/feeds/rss.ts';
import { csv } from './csv.ts';
import type { FeedFormat } from './format.ts';
import { icalendar } from './icalendar.ts';
import { itemFeed } from './items.ts';
import { jsonLd } from './json-ld.ts';

/** Each is served at `/events.EXTENSION` and described in the document. */
export const feedFormats: readonly FeedFormat[] = [
  icalendar,
  jsonLd,
  csv,
  itemFeed('rss', 'application/rss+xml', { name: 'Rss', summary: 'Events as RSS 2.0, in pages' }, toRss),
  itemFeed('atom', 'application/atom+xml', { name: 'Atom', summary: 'Events as Atom, in pages' }, toAtom),
  itemFeed(
    'feed.json',
    'application/feed+json',
    { name: 'JsonFeed', summary: 'Events as JSON Feed, in pages' },
    (feed) => JSON.stringify(toJsonFeed(feed)),
  ),
];
