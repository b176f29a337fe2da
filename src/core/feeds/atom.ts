import { escapeUri } from '../uri.ts';
import { type FeedDocument, type FeedItem, generator, instant } from './feed.ts';
import { branch, empty, eventElements, filled, leaf, pageLinks, xmlDocument } from './xml.ts';

/** Atom (RFC 4287) in pages (RFC 5005). */
export function toAtom(feed: FeedDocument): string {
  const { id, title, description, language, home, modifiedAt, items } = feed;
  return xmlDocument(
    branch(
      'feed',
      [
        leaf('id', id),
        leaf('title', title),
        leaf('subtitle', description),
        leaf('updated', instant(modifiedAt)),
        branch('author', [leaf('name', title), leaf('uri', home)]),
        leaf('generator', generator),
        ...pageLinks('link', feed, 'application/atom+xml'),
        empty('link', { rel: 'alternate', href: home, type: 'text/html' }),
        empty('link', { rel: 'alternate', href: feed.calendar, type: 'text/calendar' }),
        ...items.map(toEntry),
      ],
      {
        xmlns: 'http://www.w3.org/2005/Atom',
        'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
        'xmlns:georss': 'http://www.georss.org/georss',
        'xml:lang': language,
      },
    ),
  );
}

function toEntry(item: FeedItem): string {
  const { event, image, website } = item;
  return branch(
    'entry',
    [
      leaf('id', item.id),
      leaf('title', item.title),
      leaf('published', instant(item.publishedAt)),
      leaf('updated', instant(item.modifiedAt)),
      empty('link', { rel: 'alternate', href: item.url, type: 'text/html' }),
      website === '' ? '' : empty('link', { rel: 'related', href: escapeUri(website) }),
      image
        ? empty('link', { rel: 'enclosure', href: image.url, type: image.mimeType, length: String(image.bytes) })
        : '',
      leaf('summary', filled(item.summary), { type: 'html' }),
      leaf('content', item.content, { type: 'html' }),
      ...item.categories.map((term) => empty('category', { term })),
      ...eventElements(event),
    ],
    { 'xml:lang': item.language },
  );
}
