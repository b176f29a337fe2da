// The format of an export: newline-delimited JSON. The first line is the header, then comes one line per record, and the
// last line counts them. A change of meaning is a new version.

import type { eventTable } from '../resources/events/fields/table.ts';
import type { mediaTable } from '../resources/media/table.ts';
import type { PresentedColumnsOf } from '../resources/records/field-table.ts';
import type { StatedTexts } from '../resources/records/texts/texts.ts';
import type { relatedColumnTable } from '../resources/related/table.ts';
import type { termColumnTable } from '../resources/terms/table.ts';

export const exportFormat = 'kalends-export';
export const exportVersion = 2;
/** The old format, one JSON document with lists of the same records; it can still be read. */
export const documentVersion = 1;

export interface ExportHeader {
  format: typeof exportFormat;
  version: typeof exportVersion;
  exported_at: string;
  calendar_id: string | null;
  event_password_salt: string | null;
}

export interface ExportLine {
  list: keyof ExportedLists;
  record: ExportedLists[keyof ExportedLists];
}

/** The last line, without which an export is incomplete. */
export interface ExportEnd {
  records: number;
}

/** Times of change and publication are `2027-10-02 09:00:00` in UTC, wall clocks are in the event's zone. */
interface ExportedPublication {
  id: number;
  status: string;
  trashed_from: string | null;
  /** Login, or the id of a deleted user. */
  author: string | number;
  date_utc: string;
  modified_utc: string;
  language: string;
  external_id: string | null;
}

export interface ExportedText extends StatedTexts {
  /** `null` if a translation has no slug of its own. */
  slug: string | null;
}

/** With the columns of the field table. */
export interface ExportedEvent extends ExportedPublication, PresentedColumnsOf<typeof eventTable> {
  start_date: string;
  end_date: string;
  timezone: string;
  utc_start_date: string;
  utc_end_date: string;
  /** Hash of the password with the calendar's salt. */
  password_hash: string | null;
  image: number | null;
  categories: number[];
  tags: number[];
  venues: number[];
  organizers: number[];
  texts: Record<string, ExportedText>;
}

/** Venues and organizers; the columns of places are empty for organizers. */
export interface ExportedRelated extends ExportedPublication, PresentedColumnsOf<typeof relatedColumnTable> {
  image: number | null;
  texts: Record<string, ExportedText>;
}

export interface ExportedTerm extends PresentedColumnsOf<typeof termColumnTable> {
  id: number;
  parent: number;
  modified_utc: string;
  language: string;
  texts: Record<string, { name: string; description: string; slug: string | null }>;
}

export interface ExportedUser {
  id: number;
  login: string;
  email: string | null;
  name: string;
  role: string;
  created_utc: string;
}

/** Its files are in the folder `storage_key` of the exported media. */
export interface ExportedMedium extends PresentedColumnsOf<typeof mediaTable> {
  id: number;
  author: string | number;
  date_utc: string;
  modified_utc: string;
  language: string;
  texts: Record<string, { title: string; alt_text: string }>;
}

/** The lists, in the order in which they are written. */
export interface ExportedLists {
  users: ExportedUser;
  categories: ExportedTerm;
  tags: ExportedTerm;
  /** Present only if their files are exported. */
  media?: ExportedMedium;
  venues: ExportedRelated;
  organizers: ExportedRelated;
  events: ExportedEvent;
}
