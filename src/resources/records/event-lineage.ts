import { sql } from 'kysely';
import type { Reader } from '../../store/store.ts';

/** Whether `above` is the event or below it, however deep: making it the parent would close a circle. */
export async function isInLineage(db: Reader, above: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive up (id) as (
      select cast(${above} as bigint)
      union
      select e.post_parent from events e join up on e.id = up.id where e.post_parent > 0)
    select id from up where id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}
