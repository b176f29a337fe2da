// The records of an export. Times of change and publication are `2027-10-02 09:00:00` in UTC, wall clocks are in the event's
// zone. An author is a login, or the id of a deleted user.
import { formatUtc } from '../core/dates/civil.ts';
import { eventTable } from '../resources/events/fields/table.ts';
import { mediaTable } from '../resources/media/table.ts';
import { exportedColumns } from '../resources/records/field-table.ts';
import type { StatedTexts } from '../resources/records/texts/texts.ts';
import { relatedColumnTable } from '../resources/related/table.ts';
import { termColumnTable } from '../resources/terms/table.ts';
import type { User } from '../resources/users/repository.ts';
import type { EventsTable, MediaTable, PublicationColumns, RelatedRecordsTable, TermsTable } from '../store/schema.ts';

export type LoginOf = (userId: number) => string | number;
/** The slug is `null` if a translation has none of its own. */
type TextRow = StatedTexts & { language: string; slug: string | null };
type TermTextRow = { language: string; name: string; description: string; slug: string | null };

export const presentUser = ({ id, login, email, name, role, created_at }: User) => ({
  id,
  login,
  email,
  name,
  role,
  created_utc: formatUtc(created_at),
});

export const presentTerm = (row: Omit<TermsTable, 'id'> & { id: number }, texts: readonly TermTextRow[]) => ({
  id: row.id,
  parent: row.parent_id,
  modified_utc: formatUtc(row.modified_at),
  language: row.language,
  ...exportedColumns(termColumnTable, row),
  texts: Object.fromEntries(
    texts.map((text) => [text.language, { name: text.name, description: text.description, slug: text.slug }]),
  ),
});

const presentPublication = (row: PublicationColumns, loginOf: LoginOf) => ({
  id: row.id,
  status: row.status,
  trashed_from: row.trashed_from,
  author: loginOf(row.author_id),
  date_utc: formatUtc(row.published_at),
  modified_utc: formatUtc(row.modified_at),
  language: row.language,
  external_id: row.external_id,
});

const presentTexts = (texts: readonly TextRow[]) =>
  Object.fromEntries(
    texts.map(({ language, title, description, excerpt, website, event_status_reason, slug }) => [
      language,
      { title, description, excerpt, website, ...(event_status_reason ? { event_status_reason } : {}), slug },
    ]),
  );

/** Venues and organizers; the columns of places are empty for organizers. */
export const presentRelated = (row: RelatedRecordsTable, texts: readonly TextRow[], loginOf: LoginOf) => ({
  ...presentPublication(row, loginOf),
  ...exportedColumns(relatedColumnTable, row),
  image: row.image_id,
  texts: presentTexts(texts),
});

/** The files are in the folder `storage_key` of the exported media. */
export const presentMedium = (row: MediaTable, texts: readonly TextRow[], loginOf: LoginOf) => ({
  id: row.id,
  author: loginOf(row.author_id),
  date_utc: formatUtc(row.published_at),
  modified_utc: formatUtc(row.modified_at),
  language: row.language,
  ...exportedColumns(mediaTable, row),
  texts: Object.fromEntries(
    texts.map(({ language, title, description }) => [language, { title, alt_text: description }]),
  ),
});

/** Ids of related records, in their order. */
type Links = Record<'categories' | 'tags' | 'venues' | 'organizers', number[]>;

/** With the hash of the password, made with the calendar's salt. */
export const presentEvent = (row: EventsTable, texts: readonly TextRow[], links: Links, loginOf: LoginOf) => ({
  ...presentPublication(row, loginOf),
  start_date: row.start_wall,
  end_date: row.end_wall,
  timezone: row.timezone,
  utc_start_date: formatUtc(row.start_utc),
  utc_end_date: formatUtc(row.end_utc),
  ...exportedColumns(eventTable, row),
  password_hash: row.password_hash,
  image: row.image_id,
  ...links,
  texts: presentTexts(texts),
});
