// Ids and URLs: records of a site keep theirs here, even if two of them swap, and the rest is reported.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess } from '../../support/run-cli.ts';
import { type FakeSite, siteEvent, startFakeWordPress, wordPressUser } from '../../support/servers/fake-wordpress.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { temporaryFolder } from '../support.ts';
import { type ImportFromOptions, importFrom } from './support.ts';

const later = '2026-05-01 00:00:00';

const venue = (id: number, slug: string) => ({
  id,
  global_id: `old-town.example?id=${id}`,
  status: 'publish',
  venue: `Hall ${id}`,
  slug,
});
const term = (id: number, slug: string, parent = 0) => ({ id, name: `Term ${id}`, slug, parent, description: '' });

async function begun(prepare: (site: FakeSite) => void, app?: TestApp) {
  const site = await startFakeWordPress();
  prepare(site);
  const here = app ?? (await startTestApp());
  const folder = join(temporaryFolder(), 'imports');
  const run = (more: ImportFromOptions = {}) => importFrom(here, site.origin, { folder, ...more });
  const first = await run();
  return { site, app: here, run, first };
}

async function slugsOf({ store }: TestApp): Promise<Record<number, string | null>> {
  const rows = await store.reader.selectFrom('record_texts').select(['record_id', 'slug']).execute();
  return Object.fromEntries(rows.map(({ record_id, slug }) => [record_id, slug]));
}

const events = (site: FakeSite, ...slugs: [id: number, slug: string][]) =>
  slugs.map(([id, slug]) => siteEvent(site, id, { slug, modified_utc: later }));

test('Records of a reply that does not name its site belong to the site that it was fetched from', async () => {
  const { site, app } = await begun((its) => {
    its.quirks.before = (path, reply) =>
      /\/tags/.test(path) && Boolean(reply.end(JSON.stringify({ tags: [term(5, 'jazz')] })));
  });
  const tags = await app.store.reader.selectFrom('terms').select('external_id').execute();
  expect(tags).toEqual([{ external_id: `${new URL(site.origin).host}?tag=5` }]);
});

test('Records without a slug, as the first versions of the API list them, get the one in their URL', async () => {
  const { app, first } = await begun((site) => {
    const { origin, records } = site;
    const listed = (id: number, path: string, more: object = {}) => {
      const { slug: _, ...event } = siteEvent(site, id, { url: origin + path, ...more });
      return event;
    };
    const { slug: _, ...hall } = { ...venue(900, ''), url: `${origin}/venue/old-hall/` };
    records.events.push(
      listed(1, '/town/event/old-name/'),
      listed(2, '/?tribe_events=plain-name'),
      listed(3, '/event/%d7%a7%d7%99%d7%a5/?lang=he', { venue: hall }),
      listed(4, '/town/?post_type=tribe_events&p=4', { title: 'A draft' }),
      listed(5, '/event/yoga/2027-05-10/', { title: 'Yoga' }),
    );
  });
  expect(await slugsOf(app)).toEqual({
    1: 'old-name',
    2: 'plain-name',
    3: '%d7%a7%d7%99%d7%a5',
    4: 'a-draft',
    5: 'yoga',
    900: 'old-hall',
  });
  expect(first.report.moved).toEqual([]);
});

test('Slugs that were swapped or handed on at the source are right after one run', async () => {
  const { site, app, run } = await begun((its) => {
    its.records.events.push(...events(its, [1, 'one'], [2, 'two'], [3, 'three'], [4, 'four']));
    its.records.venues.push(venue(900, 'hall'), venue(901, 'barn'));
    its.records.tags.push(term(5, 'jazz'), term(6, 'rock'));
  });
  site.records.events = events(site, [1, 'two'], [2, 'one'], [3, 'four'], [4, 'five']);
  site.records.venues = [venue(900, 'barn'), venue(901, 'hall')];
  site.records.tags = [term(5, 'rock'), term(6, 'jazz')];
  for (const pass of [1, 2]) {
    const { report } = await run({ sync: true });
    expect(await slugsOf(app), `run ${pass}`).toEqual({
      1: 'two',
      2: 'one',
      3: 'four',
      4: 'five',
      900: 'barn',
      901: 'hall',
    });
    const tags = await app.request<{ tags: object[] }>({ path: '/tags?hide_empty=false&orderby=id' });
    expect(tags.body.tags).toMatchObject([
      { id: 5, slug: 'rock' },
      { id: 6, slug: 'jazz' },
    ]);
    expect(report.moved).toEqual([]);
  }
});

test('A tag with the former name and slug of another is a tag of its own, also if the site lists it first', async () => {
  const named = (id: number, name: string) => ({ ...term(id, name), name });
  const { site, app, run } = await begun((its) => its.records.tags.push(named(5, 'music')));
  site.records.tags = [named(6, 'music'), named(5, 'rock')];
  const { report } = await run({ sync: true });
  const tags = await app.request<{ tags: object[] }>({ path: '/tags?hide_empty=false&orderby=id' });
  expect(tags.body.tags).toMatchObject([
    { id: 5, name: 'rock', slug: 'rock' },
    { id: 6, name: 'music', slug: 'music' },
  ]);
  expect(report.moved).toEqual([]);
});

test('Drafts without a URL leave that of their title to the published event that has it', async () => {
  const site = await startFakeWordPress();
  const draft = { title: 'Gala', slug: '', status: 'draft' };
  site.records.events.push(
    siteEvent(site, 1, draft),
    siteEvent(site, 2, draft),
    ...events(site, [3, 'gala'], [4, 'gala-2']),
  );
  site.records.venues.push({ ...venue(900, ''), status: 'draft' }, venue(901, 'hall-900'));
  const app = await startTestApp();
  const run = () => importFrom(app, site.origin, { credentials: wordPressUser });
  const { report } = await run();
  const slugs = { 1: 'gala-4', 2: 'gala-5', 3: 'gala', 4: 'gala-2', 900: 'hall-900-3', 901: 'hall-900' };
  expect(await slugsOf(app)).toEqual(slugs);
  expect(report.moved).toEqual([]);
  const again = await run();
  expect(await slugsOf(app)).toEqual(slugs);
  expect(again.report.counts.events).toMatchObject({ unchanged: 4 });
});

test('An event that was deleted and recreated with its slug gets that slug in the same run', async () => {
  const { site, app, run } = await begun((its) => its.records.events.push(...events(its, [1, 'gala'], [2, 'fair'])));
  site.records.events = events(site, [40, 'gala'], [2, 'fair']);
  const { report } = await run({ sync: true });
  expect(await slugsOf(app)).toEqual({ 1: 'gala__trashed', 2: 'fair', 40: 'gala' });
  expect(report.moved).toEqual([]);
});

test('Categories and sub-events swap places with their parents in one run', async () => {
  const { site, app, run } = await begun((its) => {
    its.records.categories.push(term(5, 'a'), term(6, 'b', 5), term(7, 'c', 6));
    its.records.events.push(
      siteEvent(its, 1, { post_parent: 0 }),
      siteEvent(its, 2, { post_parent: 1 }),
      siteEvent(its, 3, { post_parent: 2 }),
    );
  });
  site.records.categories = [term(5, 'a', 6), term(6, 'b', 7), term(7, 'c')];
  site.records.events = [
    siteEvent(site, 1, { post_parent: 2 }),
    siteEvent(site, 2, { post_parent: 3 }),
    siteEvent(site, 3, { post_parent: 0 }),
  ];
  const { report } = await run({ sync: true });
  expect(report.notes).toEqual([]);
  const terms = await app.store.reader.selectFrom('terms').select(['id', 'parent_id']).orderBy('id').execute();
  expect(terms.map(({ parent_id }) => parent_id)).toEqual([6, 7, 0]);
  const rows = await app.store.reader.selectFrom('events').select(['id', 'post_parent']).orderBy('id').execute();
  expect(rows.map(({ post_parent }) => post_parent)).toEqual([2, 3, 0]);
});

test('Categories stay below a category that this calendar already had', async () => {
  const app = await startTestApp();
  const json = { name: term(5, 'a').name, slug: 'a' };
  const { body: own } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/categories', json });
  const { first, site, run } = await begun((its) => {
    its.records.categories.push(term(5, 'a'), term(6, 'b', 5));
  }, app);
  expect(first.report.notes).toEqual([]);
  const parents = async () => {
    const rows = await app.store.reader.selectFrom('terms').select(['id', 'parent_id']).orderBy('id').execute();
    return rows.map(({ id, parent_id }) => [id, parent_id]);
  };
  expect(await parents()).toEqual([
    [own.id, 0],
    [6, own.id],
  ]);
  // Deleted and created again at the source.
  site.records.categories = [{ ...term(8, 'a'), name: json.name }, term(6, 'b', 8), term(9, 'c', 8)];
  await run({ sync: true });
  expect(await parents()).toEqual([
    [own.id, 0],
    [6, own.id],
    [9, own.id],
  ]);
});

test('Ids and URLs taken by a record of this calendar are reported until they are free', async () => {
  const app = await startTestApp();
  const own = { title: 'Ours', slug: 'gala', start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
  const { body } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/events', json: own });
  const { first, run } = await begun((its) => {
    const url = 'https://old-town.example/event/gala/';
    its.records.events.push(siteEvent(its, body.id, { slug: 'gala', url, title: 'Gala' }));
  }, app);
  const moved = {
    kind: 'event',
    title: 'Gala',
    old: { id: body.id, address: 'https://old-town.example/event/gala/' },
    new: { id: expect.not.toBeOneOf([body.id]), address: '/event/gala-2/' },
  };
  expect(first.report.moved).toEqual([moved]);
  await app.request({ as: 'admin', method: 'DELETE', path: `/events/${body.id}` });
  expect((await run()).report.moved).toEqual([{ ...moved, new: { id: moved.new.id, address: '/event/gala/' } }]);
});

test('A record that is in the trash here needs no redirect', async () => {
  const { app, run } = await begun((its) => {
    its.records.events.push(siteEvent(its, 1), siteEvent(its, 2));
  });
  await app.request({ as: 'admin', method: 'DELETE', path: '/events/1' });
  expect((await run({ sync: true })).report.moved).toEqual([]);
});

test('The report of a command ends with changed ids and URLs, and is written as CSV', async () => {
  const site = await startFakeWordPress();
  site.records.events.push(siteEvent(site, 1, { slug: 'gala', title: '=Gala' }));
  const folder = temporaryFolder();
  const cli = (...args: string[]) => runInProcess(args, { folder });
  await cli('import', site.origin);
  site.records.events[0] = siteEvent(site, 2, { slug: 'gala', title: '=Gala', url: 'https://old.example/event/gala/' });
  const { out } = await cli('import', '--report', 'moved.csv', site.origin);
  expect(out).toMatch(
    /\n\nOther ids and URLs than at the source:\nKIND +TITLE +THERE +HERE\nevent +=Gala .*gala-2\/\n$/,
  );
  expect(readFileSync(join(folder, 'moved.csv'), 'utf8')).toBe(
    "kind,title,old_id,old_address,new_id,new_address\nevent,'=Gala,2,https://old.example/event/gala/,2,/event/gala-2/\n",
  );
});
