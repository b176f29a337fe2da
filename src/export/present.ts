import { formatUtc } from '../core/dates/civil.ts';
import { eventTable } from '../resources/events/fields/table.ts';
import { mediaTable } from '../resources/media/table.ts';
import { exportedColumns } from '../resources/records/field-table.ts';
import { relatedColumnTable } from '../resources/related/table.ts';
import { termColumnTable } from '../resources/terms/table.ts';
import type { User } from '../resources/users/repository.ts';
import type { EventsTable, MediaTable, PublicationColumns, RelatedRecordsTable, TermsTable } from '../store/schema.ts';
import type {
  ExportedEvent,
  ExportedMedium,
  ExportedRelated,
  ExportedTerm,
  ExportedText,
  ExportedUser,
} from './format.ts';

type LoginOf = (userId: number) => string | number;
type TextRow = ExportedText & { language: string };
type TermTextRow = { language: string; name: string; description: string; slug: string | null };

export const presentUser = ({ id, login, email, name, role, created_at }: User): ExportedUser => ({
  id,
  login,
  email,
  name,
  role,
  created_utc: formatUtc(created_at),
});

export const presentTermRow = (
  row: Omit<TermsTable, 'id'> & { id: number },
  texts: readonly TermTextRow[],
): ExportedTerm => ({
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

const presentTexts = (texts: readonly TextRow[]): Record<string, ExportedText> =>
  Object.fromEntries(
    texts.map(({ language, title, description, excerpt, website, event_status_reason, slug }) => [
      language,
      { title, description, excerpt, website, ...(event_status_reason ? { event_status_reason } : {}), slug },
    ]),
  );

export const presentRelatedRow = (
  row: RelatedRecordsTable,
  texts: readonly TextRow[],
  loginOf: LoginOf,
): ExportedRelated => ({
  ...presentPublication(row, loginOf),
  ...exportedColumns(relatedColumnTable, row),
  image: row.image_id,
  texts: presentTexts(texts),
});

export const presentMediumRow = (row: MediaTable, texts: readonly TextRow[], loginOf: LoginOf): ExportedMedium => ({
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
type Links = Pick<ExportedEvent, 'categories' | 'tags' | 'venues' | 'organizers'>;

export const presentEventRow = (
  row: EventsTable,
  texts: readonly TextRow[],
  links: Links,
  loginOf: LoginOf,
): ExportedEvent => ({
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
