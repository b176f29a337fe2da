import { isoWithOffset } from '../../../core/dates/civil.ts';
import { zoneAfterTime } from '../../../core/dates/zone-name.ts';
import { toAtom } from '../../../core/feeds/atom.ts';
import type { FeedDocument, FeedItem } from '../../../core/feeds/feed.ts';
import { toJsonFeed } from '../../../core/feeds/json-feed.ts';
import { toRss } from '../../../core/feeds/rss.ts';
import { createDateFormat, describeCalendar, titleWithStatus } from '../../../core/feeds/words.ts';
import { languageTag } from '../../../core/languages.ts';
import { escapeHtml } from '../../../core/text/html/escape-html.ts';
import { describe } from '../../../http/params/field.ts';
import { oneOf } from '../../../http/params/scalars.ts';
import type { ImageRows } from '../../media/repository.ts';
import { csv } from './csv.ts';
import { imageFileOf, pageUrl, placeText } from './event-parts.ts';
import { calendarName, type FeedEvent, type FeedFormat, type FeedScope } from './format.ts';
import { icalendar } from './icalendar.ts';
import { jsonLd } from './json-ld.ts';

/** RSS, Atom and JSON Feed, in pages. */
const itemFeed = (
  extension: string,
  mediaType: string,
  { name, summary }: { name: string; summary: string },
  toText: (document: FeedDocument) => string,
): FeedFormat => ({
  extension,
  mediaType,
  operationId: `listEventsAs${name}`,
  summary,
  disposition: 'inline',
  isPaged: true,
  parameters: {
    dated_by: describe(
      oneOf(['publication', 'start']),
      'What dates the items: their publication (the default), or the start of the event, as in feeds of WordPress',
    ),
  },
  open(head, scope) {
    const items: FeedItem[] = [];
    const toDate = createDateFormat(scope.language);
    const isDatedByStart = head.values['dated_by'] === 'start';
    const toDatedItem = (event: FeedEvent, images: ImageRows): FeedItem => ({
      ...toItem(event, images, scope, toDate),
      ...(isDatedByStart ? { publishedAt: event.row.start_utc } : {}),
    });
    return {
      add({ events, relations: { images } }) {
        items.push(...events.map((event) => toDatedItem(event, images)));
        return '';
      },
      frame(modifiedAt) {
        const description = describeCalendar(calendarName(scope), scope.language);
        const home = scope.links.page('/');
        const id = scope.identity.feedId(head.first.slice(scope.links.file('').length));
        const document = { ...head, id, description, language: languageTag(scope.language), home, modifiedAt, items };
        return { before: toText(document) };
      },
    };
  },
});

function toItem(
  { row, venue, organizers, categories, tags, modified }: FeedEvent,
  images: ImageRows,
  { links, zones, siteZone, now, language, identity }: FeedScope,
  toDate: ReturnType<typeof createDateFormat>,
): FeedItem {
  const at = (wall: string, epoch: number) => isoWithOffset(wall, zones.offsetSeconds(epoch, row.timezone));
  const location = venue ? placeText(venue) : '';
  // Few readers show the members for events.
  const date = toDate(row.start_wall, row.end_wall, row.all_day === 1, zoneAfterTime(row.timezone, siteZone));
  const facts = [date, location].filter(Boolean).join(' · ');
  return {
    id: identity.entryId(row.id),
    url: pageUrl(row, links, now),
    title: titleWithStatus(row.title, row.event_status, language),
    language: languageTag(row.title_language),
    content: `<p>${escapeHtml(facts)}</p>\n${row.description}`,
    summary: row.excerpt,
    categories: [...categories, ...tags].map(({ name }) => name),
    publishedAt: row.published_at,
    modifiedAt: modified,
    image: imageFileOf(row, images, links),
    website: row.website,
    event: {
      start: at(row.start_wall, row.start_utc),
      end: at(row.end_wall, row.end_utc),
      timezone: row.timezone,
      allDay: row.all_day === 1,
      status: row.event_status,
      statusReason: row.event_status_reason,
      attendanceMode: row.attendance_mode,
      onlineUrl: row.online_url,
      cost: row.cost,
      location,
      latitude: venue?.geo_lat ?? null,
      longitude: venue?.geo_lng ?? null,
      organizers: organizers.map(({ title }) => title),
    },
  };
}

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
