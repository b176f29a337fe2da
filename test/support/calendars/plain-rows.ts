// Minimal rows of records, for calendars that are inserted in bulk.

import { sql } from 'kysely';
import { inject } from 'vitest';
import { emptyEventColumns } from '../../../src/resources/events/fields/table.ts';
import type { LanguageTexts } from '../../../src/resources/records/texts/texts.ts';
import { emptyRelatedColumns } from '../../../src/resources/related/table.ts';
import type { EventsTable, RelatedRecordsTable } from '../../../src/store/schema.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Random } from './calendar-model.ts';

type Needed = Pick<EventsTable, 'id' | 'published_at' | 'modified_at'>;

const publication = { status: 'publish', trashed_from: null, author_id: 2, language: 'en', external_id: null } as const;

/** Takes two hours from `start_utc`. Its other date columns are not consistent with that. */
export const plainEvent = (row: Needed & { start_utc: number } & Partial<EventsTable>): EventsTable => ({
  ...publication,
  start_wall: '2027-06-10 10:00:00',
  end_wall: '2027-06-10 12:00:00',
  timezone: 'UTC',
  end_utc: row.start_utc + 7200,
  password_hash: null,
  image_id: null,
  ...emptyEventColumns,
  ...row,
});

export const plainVenue = (row: Needed & Partial<RelatedRecordsTable>): RelatedRecordsTable => ({
  ...publication,
  kind: 'venue',
  image_id: null,
  ...emptyRelatedColumns,
  show_map: 0,
  show_map_link: 0,
  ...row,
});

/** Texts in the record's own language and some others, with few different titles, or none. */
export function titledTexts(
  random: Random,
  titles: readonly string[],
  of: { language: string; id: number },
): LanguageTexts[] {
  return contentLanguages
    .filter((one) => one === of.language || random.chance(0.3))
    .map((language) => ({
      language,
      title: random.chance(0.2) ? '' : random.chance(0.5) ? random.pick(titles) : `${random.pick(titles)} ${of.id}`,
      description: '',
      excerpt: '',
      website: '',
      slug: `record-${language}-${of.id}`,
    }));
}

export const contentLanguages = ['en', 'fr', 'ja'] as const;

/** PostgreSQL gathers them itself, but only some time after a bulk load. */
export async function gatherStatistics(store: Store): Promise<void> {
  if (inject('engine') === 'postgres') await sql`analyze`.execute(store.reader);
}
