import { escapeUri } from '../uri.ts';
import { type FeedDocument, type FeedItem, generator } from './feed.ts';
import { branch, empty, leaf, xmlDocument } from './xml.ts';

/** Atom (RFC 4287) in pages (RFC 5005). */
export function toAtom(feed: FeedDocument): string {
  const { title, description, language, home, modifiedAt, items } = feed;
  const pages = (['self', 'first', 'previous', 'next', 'last'] as const).map((rel) => {
    const href = feed[rel];
    return href === undefined ? '' : empty('link', { rel, href, type: 'application/atom+xml' });
  });
  return xmlDocument(
    branch(
      'feed',
      [
        leaf('id', feed.first),
        leaf('title', title),
        leaf('subtitle', description),
        // What has never had an entry has not changed since the beginning.
        leaf('updated', instant(modifiedAt)),
        branch('author', [leaf('name', title), leaf('uri', home)]),
        leaf('generator', generator),
        ...pages,
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

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');

const filled = (text: string): string | undefined => (text === '' ? undefined : text);

function toEntry(item: FeedItem): string {
  const { event, image, website } = item;
  const { latitude, longitude } = event;
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
      leaf('ev:startdate', event.start),
      leaf('ev:enddate', event.end),
      leaf('ev:location', filled(event.location)),
      leaf('ev:organizer', filled(event.organizers.join(', '))),
      leaf('georss:point', latitude === null || longitude === null ? undefined : `${latitude} ${longitude}`),
    ],
    { 'xml:lang': item.language },
  );
}
