// The common content of RSS, Atom and JSON Feed.
import type { AttendanceMode, EventStatus } from '../event-status.ts';

export interface FeedItem {
  /** Permanent, and the same in every language. */
  id: string;
  url: string;
  title: string;
  /** As BCP 47 writes it. */
  language: string;
  /** HTML, may be ''. */
  content: string;
  summary: string;
  /** Names of categories and tags. */
  categories: readonly string[];
  /** UTC seconds; the start of the event if the feed is dated by it. */
  publishedAt: number;
  modifiedAt: number;
  image?: { url: string; mimeType: string; bytes: number } | undefined;
  /** The event's own website. */
  website: string;
  event: {
    /** ISO 8601 with offset. */
    start: string;
    end: string;
    timezone: string;
    allDay: boolean;
    status: EventStatus;
    statusReason: string;
    attendanceMode: AttendanceMode;
    onlineUrl: string;
    cost: string;
    location: string;
    latitude: number | null;
    longitude: number | null;
    organizers: readonly string[];
  };
}

export interface FeedDocument {
  /** Permanent, from whatever URL the feed is read. */
  id: string;
  title: string;
  description: string;
  language: string;
  /** The site. */
  home: string;
  /** Pages of the feed (RFC 5005). */
  self: string;
  first: string;
  last: string;
  next?: string | undefined;
  previous?: string | undefined;
  /** The same events as iCalendar. */
  calendar: string;
  /** UTC seconds; 0 if there are no items. */
  modifiedAt: number;
  items: readonly FeedItem[];
}

export const generator = 'Kalends';

/** `2027-10-02T09:00:00Z` */
export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000', '');
