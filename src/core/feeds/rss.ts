import { type FeedDocument, type FeedItem, generator } from './feed.ts';
import { branch, empty, eventElements, filled, leaf, pageLinks, xmlDocument } from './xml.ts';

/** RSS 2.0 with the event module. */
export function toRss(feed: FeedDocument): string {
  const { title, home, description, language, modifiedAt, items } = feed;
  return xmlDocument(
    branch(
      'rss',
      [
        branch('channel', [
          leaf('title', title),
          leaf('link', home),
          leaf('description', description),
          leaf('language', language.toLowerCase()),
          leaf('lastBuildDate', modifiedAt > 0 ? rfc822(modifiedAt) : undefined),
          leaf('generator', generator),
          leaf('docs', 'https://www.rssboard.org/rss-specification'),
          leaf('ttl', '60'),
          ...pageLinks('atom:link', feed, 'application/rss+xml'),
          empty('atom:link', { rel: 'alternate', href: feed.calendar, type: 'text/calendar' }),
          ...items.map(toItem),
        ]),
      ],
      namespaces,
    ),
  );
}

const namespaces = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
  'xmlns:georss': 'http://www.georss.org/georss',
};

const rfc822 = (seconds: number): string => new Date(seconds * 1000).toUTCString();

function toItem({ id, url, title, summary, content, categories, image, publishedAt, event }: FeedItem): string {
  return branch('item', [
    leaf('title', title),
    leaf('link', url),
    leaf('guid', id, { isPermaLink: 'false' }),
    leaf('pubDate', rfc822(publishedAt)),
    leaf('description', filled(summary || content)),
    leaf('content:encoded', filled(content)),
    ...categories.map((category) => leaf('category', category)),
    image ? empty('enclosure', { url: image.url, length: String(image.bytes), type: image.mimeType }) : '',
    ...eventElements(event),
  ]);
}
