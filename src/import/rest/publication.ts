import { isRelativeDate, parseDate } from '../../core/dates/parse/parse-date.ts';
import type { StoredStatus } from '../../core/kinds.ts';
import { toInstant } from '../../resources/records/write/publication.ts';
import type { Publication } from '../../resources/upsert/types.ts';
import type { Note, PageContext } from './types.ts';
import { type RawRecord, textOf } from './values.ts';

const stored: Readonly<Record<string, StoredStatus>> = {
  publish: 'publish',
  future: 'publish',
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  trash: 'trash',
};

/** Records without a status are published. */
export function readPublication(raw: RawRecord, context: PageContext, note: Note): Publication {
  const sent = textOf(raw['status']).trim();
  const status = sent === '' ? 'publish' : stored[sent];
  if (status === undefined) note('has an unknown status; it becomes a draft', sent);
  const { siteZone } = context;
  const publishedAt = readMoment(raw['date_utc'], 'UTC', context) ?? readMoment(raw['date'], siteZone, context);
  const date = textOf(raw['date_utc'] ?? raw['date']);
  if (publishedAt === undefined && date !== '' && !date.startsWith('0000-'))
    note('has an invalid publication date, which is left out', date);
  return {
    status: status ?? 'draft',
    publishedAt,
    modifiedAt: readMoment(raw['modified_utc'], 'UTC', context) ?? readMoment(raw['modified'], siteZone, context),
  };
}

/** UTC seconds; undefined if missing, invalid, or the zeros of a record that was never published. */
export function readMoment(value: unknown, zone: string, { zones }: PageContext): number | undefined {
  const text = textOf(value);
  if (text === '' || text.startsWith('0000-') || isRelativeDate(text)) return undefined;
  const date = parseDate(text, { now: 0, zone, zones });
  return date && toInstant(date, zone, zones);
}
