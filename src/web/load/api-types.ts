// Types of the API's replies, as far as pages read them.
import type { AttendanceMode, EventStatus } from '../../core/event-status.ts';
import type { Language } from '../../core/languages.ts';

/** A record with texts in the language of the page, or in their original language. */
export interface Translated {
  /** Of the title or name. */
  language: Language;
  /** Of texts that are in another language, by field. */
  text_languages?: Readonly<Record<string, Language>>;
  translations: readonly Language[];
}

export interface EventJson extends Translated {
  id: number;
  url: string;
  title: string;
  description: string;
  excerpt: string;
  slug: string;
  event_status: EventStatus;
  event_status_reason: string;
  /** Empty if unknown. */
  previous_start_date: string;
  /** Null if the event is masked. */
  attendance_mode: AttendanceMode | null;
  online_url: string;
  all_day: boolean;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
  timezone: string;
  timezone_abbr: string;
  cost: string;
  website: string;
  featured: boolean;
  image: ImageJson | false;
  categories: readonly TermJson[];
  tags: readonly TermJson[];
  venue: VenueJson | readonly VenueJson[];
  organizer: readonly OrganizerJson[];
  tickets: readonly TicketJson[];
  post_parent: number;
  json_ld?: { description?: string };
}

/** Times are wall clock times in the event's zone. */
export interface TicketJson {
  name: string;
  url: string;
  price: number | null;
  currency: string;
  available_from: string | null;
  available_until: string | null;
  sold_out: boolean;
}

export interface ImageJson {
  id: number;
  url: string;
  width: number;
  height: number;
  /** Smaller renditions by name; missing for an image that is too small for any. */
  sizes?: Readonly<Record<string, { url: string; width: number; height: number }>>;
}

export interface TermJson extends Translated {
  id: number;
  name: string;
  slug: string;
  description: string;
  /** Id of the category above; missing for a tag. */
  parent?: number;
  url: string;
}

interface PlaceJson extends Translated {
  id: number;
  url: string;
  slug: string;
  description?: string;
  website?: string;
  phone?: string;
  image?: ImageJson;
}

export interface VenueJson extends PlaceJson {
  venue: string;
  address?: string;
  city?: string;
  country?: string;
  stateprovince?: string;
  zip?: string;
  geo_lat?: number;
  geo_lng?: number;
  show_map?: boolean;
}

export interface OrganizerJson extends PlaceJson {
  organizer: string;
  email?: string;
}

export interface EventList {
  events: readonly EventJson[];
  total: number;
  total_pages: number;
}

/** The fields of an event in months and weeks. */
export type BriefJson = Pick<
  EventJson,
  'id' | 'url' | 'title' | 'language' | 'start_date' | 'end_date' | 'timezone' | 'all_day' | 'featured' | 'event_status'
>;

export interface DayJson {
  date: string;
  total: number;
  events: readonly BriefJson[];
}

export interface DaysJson {
  days: readonly DayJson[];
  total: number;
  earlier: BriefJson | null;
  later: BriefJson | null;
}

export interface ErrorJson {
  code: string;
  message: string;
  data?: { params?: Readonly<Record<string, string>> };
}
