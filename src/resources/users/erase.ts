// Erases a user's personal data. The user's records stay.
import type { Writer } from '../../store/store.ts';
import { recordChanges } from '../records/changes/change-log.ts';
import { chunksOf } from '../records/rows/rows.ts';
import { deleteUser } from './repository.ts';
import { accountOfUser } from './repository-sign-in.ts';

/** Records are reassigned to another user, or to id 0, which no user has. The audit log keeps the changes and the user's id. */
export async function erasePerson(db: Writer, id: number, newAuthor: number, now: number): Promise<void> {
  const events = await db.selectFrom('events').select('id').where('author_id', '=', id).execute();
  const linked = await db.selectFrom('linked_records').select(['id', 'kind']).where('author_id', '=', id).execute();
  for (const table of ['events', 'linked_records', 'media'] as const)
    await db.updateTable(table).set({ author_id: newAuthor }).where('author_id', '=', id).execute();
  const written = [...events.map((event) => ({ ...event, kind: 'event' as const })), ...linked];
  for (const [kind, records] of Map.groupBy(written, (record) => record.kind))
    for (const some of chunksOf(records.map((record) => record.id))) await recordChanges(db, kind, some, now);
  const unnamed = { who: '', key_name: null, address: null };
  await db.updateTable('audit').set(unnamed).where('user_id', '=', id).execute();
  await db.deleteFrom('login_failures').where('account', '=', accountOfUser(id)).execute();
  await db.deleteFrom('idempotency_keys').where('account', '=', String(id)).execute();
  await deleteUser(db, id);
}
