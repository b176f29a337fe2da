// Brief representation of events for month views: title and times.
import { mayRead } from '../../../core/roles.ts';
import type { Links } from '../../../http/links.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';
import { effectiveStatus, lastChange, ownedOf, pagePath } from '../../records/status.ts';
import { localise, readIn } from '../../records/texts/localised-texts.ts';
import { isMasked, type ReaderAccess } from '../masking.ts';

const rowsOf = statement((db, { ids, language }: { ids: readonly number[]; language: string }) =>
  db
    .selectFrom('events as e')
    .innerJoin('record_texts as t', 't.record_id', 'e.id')
    .select(['e.id', 'e.status', 'e.trashed_from', 'e.author_id', 'e.published_at', 'e.modified_at', 'e.password_hash'])
    .select(['e.start_wall', 'e.end_wall', 'e.timezone', 'e.all_day', 'e.featured', 'e.event_status'])
    .select(['t.language as text_language', 't.is_original', 't.title', 't.slug'])
    .where('e.id', 'in', ids)
    .where(readIn(language)),
);

export const briefMembers = [
  'id',
  'url',
  'title',
  'language',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'featured',
  'event_status',
] as const;

type Brief = Record<(typeof briefMembers)[number], unknown>;

interface BriefOptions extends ReaderAccess {
  language: string;
  links: Links;
}

/** Events by id, and the time of their last change. Events hidden since their ids were read are left out. */
export async function briefEvents(db: Reader, ids: readonly number[], options: BriefOptions) {
  const { caller, now, language, links } = options;
  const rows = ids.length === 0 ? [] : await rowsOf(db, { ids, language });
  const events = new Map<number, Brief>();
  for (const [id, texts] of Map.groupBy(rows, (row) => row.id)) {
    const row = localise(texts, ['title'], language);
    if (!row || !mayRead(caller, ownedOf(row, now))) continue;
    events.set(id, {
      id,
      url: links.page(pagePath('event', row, effectiveStatus(row, now))),
      title: row.title,
      language: row.title_language,
      start_date: row.start_wall,
      end_date: row.end_wall,
      timezone: row.timezone,
      all_day: row.all_day === 1,
      featured: row.featured === 1 && !isMasked(row, options),
      event_status: row.event_status,
    });
  }
  return { events, modified: lastChange(rows, now) };
}
