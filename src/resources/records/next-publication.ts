import { sql } from 'kysely';
import type { Reader } from '../../store/store.ts';

/** The next moment at which a scheduled record becomes public without a write. */
export async function nextPublication(db: Reader, now: number): Promise<number | undefined> {
  const { rows } = await sql<{ next: number | null }>`
    select min(next) as next from (
      select min(published_at) as next from events where status = 'publish' and published_at > ${now}
      union all
      select min(published_at) from linked_records where kind = 'venue' and status = 'publish' and published_at > ${now}
      union all
      select min(published_at) from linked_records where kind = 'organizer' and status = 'publish' and published_at > ${now}) as scheduled`.execute(
    db,
  );
  return rows[0]?.next ?? undefined;
}
