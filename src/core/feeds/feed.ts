// The content that RSS, Atom and JSON Feed have in common.
import type { AttendanceMode, EventStatus } from '../event-status.ts';

export interface FeedItem {
  /** The same for ever, in every language. */
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
  /** UTC seconds. */
  publishedAt: number;
  modifiedAt: number;
  image?: { url: string; mimeType: string; bytes: number } | undefined;
  /** Page about the event elsewhere. */
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
  title: string;
  description: string;
  language: string;
  /** The site. */
  home: string;
  /** This page of the feed, and those around it (RFC 5005). */
  self: string;
  first: string;
  last: string;
  next?: string | undefined;
  previous?: string | undefined;
  /** The same events for programs that keep a calendar. */
  calendar: string;
  /** UTC seconds; 0 where there is no item. */
  modifiedAt: number;
  items: readonly FeedItem[];
}

export const generator = 'Kalends';
