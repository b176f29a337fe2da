// Export and restore of a whole calendar.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deleteUser } from '../../src/resources/users/repository.ts';
import { addUser } from '../../src/resources/users/service.ts';
import { exportText, openTestCalendar, pageEvent } from '../import/support.ts';
import { parseExport, withoutTime } from '../support/calendars/export-text.ts';
import { liveCalendar, liveExport, rowsOf } from './live-calendar.ts';

const folder = new URL('./fixtures/', import.meta.url);

describe('export and import into an empty calendar', () => {
  test('A restored export equals the calendar, row by row', async () => {
    const { store } = await liveCalendar();
    const text = await exportText(store);
    const restored = await openTestCalendar([]);
    const { format, report } = await restored.importAll([text]);
    expect(format).toBe('export');
    expect(report.counts).toMatchObject({
      users: { created: 5 },
      events: { created: 6 },
      venues: { created: 2 },
      categories: { created: 2 },
      tags: { created: 2 },
    });
    expect(withoutTime(await restored.exportText())).toBe(withoutTime(text));
    expect(await rowsOf(restored.store)).toEqual(await rowsOf(store));
  });

  test('An export is one record per line between a header and a count, without application passwords', async () => {
    const { store, passwords } = await liveCalendar();
    const text = await exportText(store);
    const value = parseExport(text);
    expect(Object.keys(value)).toEqual([
      'format',
      'version',
      'exported_at',
      'calendar_id',
      'event_password_salt',
      'users',
      'categories',
      'tags',
      'venues',
      'organizers',
      'events',
    ]);
    expect(value).toMatchObject({ format: 'kalends-export', version: 2 });
    const lines = text.trimEnd().split('\n');
    expect(lines.slice(1, -1).filter((line) => line.startsWith('{"list":"'))).toHaveLength(5 + 2 + 2 + 2 + 2 + 6);
    expect(lines.at(-1)).toBe('{"records":19}');
    expect(value['events'].map((event: { status: string }) => event.status)).toEqual([
      'publish',
      'publish',
      'private',
      'draft',
      'publish',
      'trash',
    ]);
    expect(value['events'][0].texts).toMatchObject({
      en: { slug: 'fete-co-3' },
      fr: { title: 'Fête', slug: 'fete-fr' },
    });
    for (const secret of [...Object.values(passwords), 'secret_hash']) expect(text).not.toContain(secret);
  });

  test('An empty calendar is exported and restored', async () => {
    const empty = await openTestCalendar([]);
    const restored = await openTestCalendar([]);
    const text = await empty.exportText();
    await restored.importAll([text]);
    expect(await restored.exportText()).toBe(text);
  });

  test('An export is restored with spaces, a byte order mark and another order of members, as other programs write it', async () => {
    const text = await liveExport();
    const [head = '', ...lines] = text.split('\n');
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(head)).reverse()));
    const spaced = lines.map((line) => line.replace('"list":', '"list": '));
    const restored = await openTestCalendar([]);
    await restored.importAll([['\ufeff' + reversed.replaceAll('":', '" : '), ...spaced].join('\r\n')]);
    expect(withoutTime(await restored.exportText())).toBe(withoutTime(text));
  });

  test('An export in the first format is restored, in any layout and order of members', async () => {
    const written = readFileSync(new URL('export-format-1.json', folder), 'utf8');
    const { version: _, ...value } = JSON.parse(written);
    for (const text of [
      written,
      JSON.stringify(Object.fromEntries(Object.entries({ ...value, version: 1 }).sort()), null, 2),
    ]) {
      const restored = await openTestCalendar([]);
      expect((await restored.importAll([text])).format).toBe('export');
      const added = {
        event_status: 'scheduled',
        previous_start_date: '',
        attendance_mode: 'offline',
        online_url: '',
      };
      const events = value.events.map((event: object) => ({ ...event, ...added }));
      expect(parseExport(await restored.exportText())).toEqual({ ...value, events, version: 2, calendar_id: null });
    }
  });

  test('Existing accounts stay as they are, and own the records of their login', async () => {
    const restored = await openTestCalendar([]);
    await restored.store.write(async (db) => {
      await addUser(db, { login: 'first', role: 'administrator' }, 1);
      await addUser(db, { login: 'ANN', role: 'editor' }, 1);
    });
    const { report } = await restored.importAll([await liveExport()]);
    expect(report.counts.users).toMatchObject({ created: 4, unchanged: 1 });
    const users = await restored.store.reader.selectFrom('users').select(['login', 'role']).orderBy('id').execute();
    // Ids in use are replaced; an existing account of the same login stays.
    expect(users.map(({ login, role }) => `${login} ${role}`).sort()).toEqual([
      'ANN editor',
      'admin administrator',
      'con contributor',
      'ed editor',
      'first administrator',
      'sub subscriber',
    ]);
    const value = parseExport(await restored.exportText());
    expect(value.events[2].author).toBe('ANN');
    expect(value.events[0].author).toBe('admin');
  });

  test('The records of a deleted user get no new owner', async () => {
    const { store } = await liveCalendar();
    await store.write((db) => deleteUser(db, 3));
    const text = await exportText(store);
    expect(parseExport(text)['events'][2].author).toBe(3);
    const restored = await openTestCalendar([]);
    await restored.importAll([text]);
    expect(withoutTime(await restored.exportText())).toBe(withoutTime(text));
    const { id } = await restored.store.write((db) => addUser(db, { login: 'new', role: 'author' }, 1));
    expect(id).toBeGreaterThan(5);
  });

  test.each(['kept', 'new'])('The records of a deleted user get no existing owner, %s account', async (which) => {
    const { store } = await liveCalendar();
    await store.write((db) => deleteUser(db, 3));
    const text = await exportText(store);
    const restored = await openTestCalendar([]);
    // Either the third account here, or one of the export whose id is in use and that gets the next one.
    const logins = which === 'kept' ? ['x', 'y', 'z'] : ['x', 'y'];
    for (const login of logins) await restored.store.write((db) => addUser(db, { login, role: 'author' }, 1));
    await restored.importAll([text]);
    const authors = await restored.store.reader
      .selectFrom('events')
      .leftJoin('users', 'users.id', 'events.author_id')
      .select(['events.status', 'users.login', 'events.author_id'])
      .orderBy('events.id')
      .execute();
    const [own] = authors.filter(({ status }) => status === 'private');
    expect(own?.login).toBeNull();
    const { id } = await restored.store.write((db) => addUser(db, { login: 'new', role: 'author' }, 1));
    expect(id).toBeGreaterThan(own?.author_id as number);
  });
});

test('An export is a snapshot, and does not block writers', async () => {
  const calendar = await openTestCalendar();
  await calendar.importAll([{ events: Array.from({ length: 600 }, (_, index) => pageEvent(index + 1)) }]);
  let wrote = false;
  const { exportCalendar } = await import('../../src/export/export.ts');
  const parts: string[] = [];
  const write = async (text: string) => {
    parts.push(text);
    if (wrote || !text.includes('"id":1,')) return;
    wrote = true;
    await calendar.store.write((db) => db.deleteFrom('events').execute());
  };
  const progress = { start() {}, advance() {}, stop() {} };
  const counts = await exportCalendar({
    store: calendar.store,
    now: 1,
    write,
    progress,
    signal: new AbortController().signal,
  });
  expect(wrote).toBe(true);
  expect(counts.events).toBe(600);
  expect(parseExport(parts.join(''))['events']).toHaveLength(600);
  expect(parseExport(await calendar.exportText())['events']).toHaveLength(0);
});
