// Brief representation of events for month views: title and times.
import { type Caller, mayRead } from '../../../core/roles.ts';
import type { Links } from '../../../http/links.ts';
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';
import { ownedOf, pagePath, shownStatus } from '../../records/status.ts';
import { readIn } from '../../records/texts/shown-texts.ts';
import { newestOf } from '../../records/write/hooks.ts';
import { isMasked } from '../masking.ts';

const rowsOf = statement((db, { ids, language }: { ids: readonly number[]; language: string }) =>
  db
    .selectFrom('events as e')
    .innerJoin('record_texts as t', 't.record_id', 'e.id')
    .select(['e.id', 'e.status', 'e.trashed_from', 'e.author_id', 'e.published_at', 'e.modified_at', 'e.password_hash'])
    .select(['e.start_wall', 'e.end_wall', 'e.timezone', 'e.all_day', 'e.featured', 'e.event_status'])
    .select(['t.language', 't.is_original', 't.title', 't.slug'])
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

interface BriefOptions {
  caller: Caller;
  now: number;
  passwordHash?: string | undefined;
  language: string;
  links: Links;
}

/** Events by id, and the time of their last change. Events hidden since their ids were read are left out. */
export async function briefEvents(db: Reader, ids: readonly number[], options: BriefOptions) {
  const { caller, now, language, links } = options;
  const rows = ids.length === 0 ? [] : await rowsOf(db, { ids, language });
  const events = new Map<number, Brief>();
  for (const [id, texts] of Map.groupBy(rows, (row) => row.id)) {
    const original = texts.find(({ is_original }) => is_original === 1);
    const selected = texts.find((text) => text.language === language && text.title !== '') ?? original;
    if (!original || !selected || !mayRead(caller, ownedOf(original, now))) continue;
    const slug = (texts.find((text) => text.language === language)?.slug ?? original.slug) as string;
    events.set(id, {
      id,
      url: links.page(pagePath('event', { id, slug }, shownStatus(original, now))),
      title: selected.title,
      language: selected.language,
      start_date: original.start_wall,
      end_date: original.end_wall,
      timezone: original.timezone,
      all_day: original.all_day === 1,
      featured: original.featured === 1 && !isMasked(original, options),
      event_status: original.event_status,
    });
  }
  return { events, modified: newestOf(rows, now) };
}
