import { htmlToText } from '../text/html/html.ts';
import { type FeedDocument, type FeedItem, instant } from './feed.ts';

/** JSON Feed 1.1 (jsonfeed.org). Extensions begin with an underscore: fields of events are under `_event`. */
export const toJsonFeed = (feed: FeedDocument): unknown => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: feed.title,
  home_page_url: feed.home,
  feed_url: feed.self,
  ...(feed.next === undefined ? {} : { next_url: feed.next }),
  description: feed.description,
  language: feed.language,
  items: feed.items.map(toItem),
});

function toItem(item: FeedItem): unknown {
  const { image, event } = item;
  const { latitude, longitude } = event;
  const summary = htmlToText(item.summary);
  return {
    id: item.id,
    url: item.url,
    ...(item.website === '' ? {} : { external_url: item.website }),
    title: item.title,
    content_html: item.content,
    ...(summary === '' ? {} : { summary }),
    ...(image ? { image: image.url } : {}),
    date_published: instant(item.publishedAt),
    date_modified: instant(item.modifiedAt),
    tags: item.categories,
    language: item.language,
    ...(image ? { attachments: [{ url: image.url, mime_type: image.mimeType, size_in_bytes: image.bytes }] } : {}),
    _event: {
      start_date: event.start,
      end_date: event.end,
      timezone: event.timezone,
      all_day: event.allDay,
      event_status: event.status,
      ...(event.statusReason === '' ? {} : { event_status_reason: event.statusReason }),
      // The default is omitted, because it is also what a masked event has.
      ...(event.attendanceMode === 'offline' ? {} : { attendance_mode: event.attendanceMode }),
      ...(event.onlineUrl === '' ? {} : { online_url: event.onlineUrl }),
      cost: event.cost,
      location: event.location,
      ...(latitude === null || longitude === null ? {} : { geo: { latitude, longitude } }),
      organizers: event.organizers,
    },
  };
}
