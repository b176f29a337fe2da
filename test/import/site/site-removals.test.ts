// A repeated import removes records that the source no longer has, but not those that are only missing in a list.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FakeSite, siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { remarksOf, temporaryFolder } from '../support.ts';
import { type ImportFromOptions, importFrom } from './support.ts';

const organizer = (id: number) => ({
  id,
  global_id: `old-town.example?id=${id}`,
  status: 'publish',
  organizer: `Club ${id}`,
  slug: `club-${id}`,
});

/** 25 events and three organizers, already imported. */
async function begun() {
  const site = await startFakeWordPress({ maxPerPage: 10 });
  for (let id = 1; id <= 25; id++) site.records.events.push(siteEvent(site, id));
  site.records.organizers.push(organizer(601), organizer(602), organizer(603));
  const app = await startTestApp();
  const folder = join(temporaryFolder(), 'imports');
  const run = (more: ImportFromOptions = {}) => importFrom(app, site.origin, { folder, ...more });
  await run();
  return { site, app, run, folder };
}

async function statuses({ store }: TestApp, table: 'events' | 'linked_records' = 'events') {
  const rows = await store.reader.selectFrom(table).select(['id', 'status']).orderBy('id').execute();
  return Object.fromEntries(rows.filter(({ status }) => status !== 'publish').map(({ id, status }) => [id, status]));
}

const change = (site: FakeSite, id: number, more: object) => {
  const at = site.records.events.findIndex((one) => one['id'] === id);
  site.records.events[at] = { ...site.records.events[at], ...more };
};

describe('what a sync keeps', () => {
  test('An event that was hidden from listings at the source is hidden here', async () => {
    const { site, app, run } = await begun();
    change(site, 7, { hide_from_listings: true });
    const { report } = await run({ sync: true });
    expect(await statuses(app)).toEqual({});
    expect(report.counts.events).toMatchObject({ updated: 1, unchanged: 24 });
    const { body } = await app.request({ path: '/events/7' });
    expect(body).toMatchObject({ hide_from_listings: true });
  });

  test('A tag that the source lacks is kept, and named in the report', async () => {
    const { site, app, run } = await begun();
    const tag = (id: number) => ({ id, name: `Tag &amp; ${id}`, slug: `tag-${id}`, description: '' });
    site.records.tags.push(tag(5), tag(6));
    await run();
    site.records.tags.pop();
    const { report } = await run({ sync: true });
    const kept = 'was removed at the source; categories and tags are not removed here';
    expect(remarksOf(report.notes)).toEqual({ [kept]: ['tag 6 "Tag & 6"'] });
    expect((await app.request({ path: '/tags?hide_empty=false' })).body).toMatchObject({ total: 2 });
  });

  test('A sync keeps an event that moved to a page that was already read', async () => {
    const { site, app, run } = await begun();
    site.quirks.before = (path) => {
      if (!/events\/?\?.*&page=2/.test(path)) return false;
      site.quirks.before = () => false;
      const [first, ...others] = site.records.events;
      site.records.events = [...others.filter(({ id }) => id !== 5), siteEvent(site, 26)];
      site.records.events.unshift(first as never);
      return false;
    };
    await run({ sync: true });
    expect(await statuses(app)).toEqual({});
    await run({ sync: true });
    expect(await statuses(app)).toEqual({ 5: 'trash' });
  });

  test('A sync keeps an event that an interrupted run had not read yet', async () => {
    const { site, app, run } = await begun();
    site.quirks.before = (path, reply) =>
      path.includes('page=2') && Boolean(reply.writeHead(403).end('{"code":"busy"}'));
    await expect(run({ sync: true })).rejects.toThrow();
    site.quirks.before = () => false;
    site.records.events = [...site.records.events.filter(({ id }) => id !== 3), siteEvent(site, 26)];
    await run({ sync: true });
    await run({ sync: true });
    expect(await statuses(app)).toEqual({ 3: 'trash' });
  });

  test('An event that becomes a draft at the source becomes one here, and is public again with it', async () => {
    const { site, app, run } = await begun();
    change(site, 7, { status: 'draft' });
    const { report } = await run({ sync: true });
    expect(await statuses(app)).toEqual({ 7: 'draft' });
    expect(remarksOf(report.notes)).toEqual({
      'is no longer public at the source; it becomes a draft': ['event 7 "Event 7 – “open”"'],
    });
    expect((await run({ sync: true })).report.notes).toEqual([]);
    change(site, 7, { status: 'publish' });
    await run({ sync: true });
    expect(await statuses(app)).toEqual({});
  });

  test('A sync keeps missing records of a source that answers only lists', async () => {
    const { site, app, run } = await begun();
    site.records.events.pop();
    site.quirks.before = (path, reply) =>
      /\/events\/\d+/.test(path) && Boolean(reply.writeHead(404, { 'content-type': 'text/html' }).end('<p>No'));
    const { report } = await run({ sync: true });
    expect(await statuses(app)).toEqual({});
    expect(Object.keys(remarksOf(report.notes))).toEqual([
      'is no longer listed by the source, which does not say whether it was removed; left unchanged',
    ]);
  });

  test('A sync keeps all records of a kind whose list is suddenly empty', async () => {
    const { site, app, run } = await begun();
    site.records.organizers = [];
    const { report } = await run({ sync: true });
    expect(await statuses(app, 'linked_records')).toEqual({});
    expect(remarksOf(report.notes)).toEqual({
      'lists fewer than half of the records imported from it; nothing is moved to the trash without --accept-removals':
        ['the organizers: 3 of 3 are gone'],
    });
    await run({ sync: true, acceptRemovals: true });
    expect(await statuses(app, 'linked_records')).toEqual({ 601: 'trash', 602: 'trash', 603: 'trash' });
  });
});

test('Records of an interrupted import go to the trash, too', async () => {
  const site = await startFakeWordPress();
  for (let id = 1; id <= 25; id++) site.records.events.push(siteEvent(site, id));
  const app = await startTestApp();
  const folder = join(temporaryFolder(), 'imports');
  let writes = 0;
  const store = Object.create(app.store, {
    write: {
      value: (work: Parameters<typeof app.store.write>[0]) => {
        writes += 1;
        if (writes === 7) throw new Error('killed');
        return app.store.write(work);
      },
    },
  });
  await expect(importFrom({ ...app, store }, site.origin, { folder })).rejects.toThrow('killed');
  site.records.events.splice(3, 1);
  await importFrom(app, site.origin, { folder, sync: true });
  expect(await statuses(app)).toEqual({ 4: 'trash' });
});
