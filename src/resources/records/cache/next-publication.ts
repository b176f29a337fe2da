// Scheduled records become public without a write, so cached responses expire then.
import { sql } from 'kysely';
import { statement } from '../../../store/statement.ts';
import type { Reader } from '../../../store/store.ts';

const earliest = statement(
  (_db, { now }: { now: number }) => sql<{ next: number | null }>`
    select min(next) as next from (
      select min(published_at) as next from events where status = 'publish' and published_at > ${now}
      union all
      select min(published_at) from linked_records where kind = 'venue' and status = 'publish' and published_at > ${now}
      union all
      select min(published_at) from linked_records where kind = 'organizer' and status = 'publish' and published_at > ${now}) as scheduled`,
);

/** The next moment at which a scheduled record becomes public without a write. */
export const nextPublication = async (db: Reader, now: number): Promise<number | undefined> =>
  (await earliest(db, { now }))[0]?.next ?? undefined;
