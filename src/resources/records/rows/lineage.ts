// Detects cycles in the hierarchies of events and terms.
import { sql } from 'kysely';
import type { Reader } from '../../../store/store.ts';

/** Column with the id of the parent, 0 for none. */
const parents = { events: 'post_parent', terms: 'parent_id' } as const;

/** Whether `above` is the row itself or one of its descendants, so that making it the parent would create a cycle. */
export async function isInLineage(
  db: Reader,
  table: keyof typeof parents,
  above: number,
  id: number,
): Promise<boolean> {
  const parent = sql.ref(`x.${parents[table]}`);
  const { rows } = await sql<{ id: number }>`
    with recursive up (id) as (
      select cast(${above} as bigint)
      union
      select ${parent} from ${sql.table(table)} x join up on x.id = up.id where ${parent} > 0)
    select id from up where id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}
