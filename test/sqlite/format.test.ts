// A calendar of an older format, as a program of that time left it.
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { unindexed } from '../../src/store/sqlite/ddl-unindexed.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { make } from '../support/field-table.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const dates = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

/** Takes off what format 11 brought. */
function backToFormat10(path: string): void {
  const database = new BetterSqlite3(path);
  for (const statement of [
    'drop table event_pairs',
    'drop table other_pairs',
    unindexed.find((statement) => statement.startsWith('create trigger unindexed_texts_full')) as string,
    'delete from migrations where id >= 11',
  ])
    database.exec(statement);
  database.close();
}

const others = Array.from({ length: 64 }, (_, n) => ({
  ...{ record_id: 1000 + n, kind: 'organizer' as const, language: 'en', is_original: 1 as const, slug: null },
  ...{ title: '', description: '', excerpt: '', website: '', title_folded: 'x', body_folded: '' },
}));

const found = async (app: TestApp, list: 'events' | 'venues', search: string): Promise<number[]> => {
  const reply = await app.request<Record<string, { id: number }[]>>({ path: `/${list}`, query: { search } });
  return (reply.body[list] ?? []).map(({ id }) => id).sort((a, b) => a - b);
};

test('words of two letters are found in texts that were there before, and in those that waited', async () => {
  const before = await startTestApp({ open: openSqlite });
  const { folder } = before;
  const indexed = [
    (await make(before, 'events', { title: '東京', ...dates })).id,
    (await make(before, 'venues', { venue: '東京' })).id,
  ];
  for (let n = 0; n < 64; n++) await make(before, 'organizers', { organizer: 'DJ' });
  const waiting = [
    (await make(before, 'events', { title: '北京 東京', ...dates })).id,
    (await make(before, 'venues', { venue: '北京' })).id,
  ];
  const change = { venue: '大阪' };
  await before.request({ as: 'admin', method: 'PATCH', path: `/venues/${indexed[1]}`, json: change });
  await before.store.close();
  backToFormat10(join(folder, 'calendar.sqlite'));

  const after = await startTestApp({ folder });
  for (const state of ['just opened', 'indexed']) {
    expect(await found(after, 'events', '東京'), state).toEqual([indexed[0], waiting[0]]);
    expect(await found(after, 'events', '北京'), state).toEqual([waiting[0]]);
    expect(await found(after, 'venues', '東京'), state).toEqual([]);
    expect(await found(after, 'venues', '大阪'), state).toEqual([indexed[1]]);
    expect(await found(after, 'venues', '北'), state).toEqual([waiting[1]]);
    const { rows } = await sql`select rowid from unindexed_texts`.execute(after.store.reader);
    expect(rows.length === 0, state).toBe(state === 'indexed');
    if (rows.length > 0) await after.store.write((db) => db.insertInto('record_texts').values(others).execute());
  }
});
