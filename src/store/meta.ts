// A key-value table for facts about the calendar.
import type { Reader, Store, Writer } from './store.ts';

/** The last two exist once per imported file or URL, and per site. PostgreSQL has one more key (`timelineKey`). */
export type MetaKey =
  | 'calendar_id'
  | 'event_password_salt'
  | 'changes_token_secret'
  | 'changes_pruned_through'
  | 'changes_restored_at'
  // When a backup last replaced the calendar, in UTC seconds.
  | 'restored_at'
  // An empty calendar is being filled with a copy or a backup.
  | 'copy_started'
  | 'geocoder_turn'
  | 'login_failures_pruned_at'
  | `imported:${string}`
  | `import:${string}`;

export const findMeta = async (db: Reader, key: MetaKey): Promise<string | undefined> =>
  (await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst())?.value;

export async function putMeta(db: Writer, key: MetaKey, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export const deleteMeta = async (db: Writer, key: MetaKey): Promise<void> => {
  await db.deleteFrom('meta').where('key', '=', key).execute();
};

/** Creates the value if no process has done so yet. */
export async function findOrCreateMeta(store: Store, key: MetaKey, make: () => string): Promise<string> {
  const existing = await findMeta(store.reader, key);
  if (existing !== undefined) return existing;
  return store.write(async (db) => {
    await db
      .insertInto('meta')
      .values({ key, value: make() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await findMeta(db, key)) as string;
  });
}
