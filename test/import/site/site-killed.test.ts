// A large site is imported by processes that are killed at random moments, and synced after random changes. KALENDS_RUNS
// multiplies the length: with 10 there are 2,000 events, 50 breaks and 200 changes.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openCalendar } from '../../../src/calendar-folder.ts';
import { checkCalendar } from '../../../src/check/check.ts';
import { createZones } from '../../../src/core/dates/zones.ts';
import { runInProcess, startCli, temporaryFolder } from '../../support/run-cli.ts';
import { runs, seedOf } from '../../support/runs.ts';
import { type FakeSite, siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';
import { databaseSettingsOf } from '../../support/test-store.ts';
import { tablesOf } from './tables.ts';

const count = runs(200);
const breaks = runs(5);
const changes = runs(20);

/** Deterministic. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

const term = (id: number, parent: number) => ({ id, name: `Term ${id}`, slug: `term-${id}`, parent, description: '' });
const venue = (id: number) => ({
  id,
  global_id: `old-town.example?id=${id}`,
  status: 'publish',
  venue: `Hall ${id}`,
  slug: `hall-${id}`,
  date_utc: '2026-01-01 10:00:00',
  modified_utc: '2026-01-02 10:00:00',
});

async function startTown(): Promise<FakeSite> {
  const site = await startFakeWordPress({ maxPerPage: 50 });
  for (let id = 1; id <= 20; id++) site.records.categories.push(term(id, id > 5 ? (id % 5) + 1 : 0));
  for (let id = 100_001; id <= 100_010; id++) site.records.venues.push(venue(id));
  for (let id = 1; id <= count; id++) {
    const categories = [site.records.categories[id % 20], site.records.categories[(id * 7) % 20]];
    site.records.events.push(siteEvent(site, id, { venue: site.records.venues[id % 10], categories }));
  }
  return site;
}

const environment = { KALENDS_TIMEZONE: 'Europe/Paris' };

/** Runs the command repeatedly, killing it each time, and finally to its end. */
async function importWithBreaks(folder: string, args: string[], random: (below: number) => number): Promise<number> {
  let killed = 0;
  for (let attempt = 0; killed < breaks && attempt < 2 * breaks; attempt++) {
    const child = await startCli(['import', ...args], { folder, environment });
    const ended = once(child, 'exit');
    const isOver = await Promise.race([ended.then(() => true), setTimeout(400 + random(1600), false)]);
    if (isOver) continue;
    child.kill('SIGKILL');
    await ended;
    killed += 1;
  }
  const last = await runInProcess(['import', '--json', ...args], { folder, environment });
  expect(last, last.err).toMatchObject({ code: 0 });
  return killed;
}

/** Without times of writing, which differ, and counts of events, which `checkCalendar` verifies. */
async function contentsOf(folder: string, ids?: ReadonlySet<number>) {
  const { DATABASE_URL: databaseUrl } = await databaseSettingsOf(folder);
  const store = await openCalendar({ data: join(folder, 'data'), databaseUrl });
  try {
    expect(await checkCalendar(store, { now: Math.floor(Date.now() / 1000), zones: createZones() }, [])).toEqual([]);
    const rows = await store.reader.selectFrom('events').select(['id', 'status', 'hide_from_listings']).execute();
    const tables = await tablesOf(store, (table, { at: _, modified_at, event_count: __, ...row }) => {
      if (['audit', 'former_slugs', 'event_counts', 'changes', 'meta', 'record_ids'].includes(table)) return undefined;
      const id =
        table === 'events' ? row['id'] : (row['event_id'] ?? (row['kind'] === 'event' ? row['record_id'] : undefined));
      if (ids !== undefined && id !== undefined && !ids.has(Number(id))) return undefined;
      return table === 'terms' ? row : { ...row, modified_at };
    });
    return { tables, rows };
  } finally {
    await store.close();
  }
}

async function clean(site: FakeSite) {
  const folder = temporaryFolder();
  expect((await runInProcess(['import', site.apiUrl], { folder, environment })).code).toBe(0);
  return contentsOf(folder);
}

/** Edits, removals, recreations under the same URL, hiding, unpublishing, swapped URLs and moved categories. */
function change(site: FakeSite, random: (below: number) => number, n: number): void {
  const { events, categories } = site.records;
  const visible = events.filter((one) => one['hide_from_listings'] !== true && one['status'] === 'publish');
  const [one, other] = [visible[random(visible.length)], visible[random(visible.length)]] as [object, object];
  const put = (event: object, more: object) => {
    const modified_utc = `2026-06-01 10:${String(n % 60).padStart(2, '0')}:00`;
    events[events.indexOf(event as never)] = { ...event, modified_utc, ...more };
  };
  const kind = n % 7;
  if (kind === 0) put(one, { title: `Edited ${n}`, cost: String(n) });
  else if (kind === 1) events.splice(events.indexOf(one as never), 1);
  else if (kind === 2) {
    events.splice(events.indexOf(one as never), 1);
    const id = 200_000 + n;
    events.push({
      ...one,
      id,
      global_id: `old-town.example?id=${id}`,
      rest_url: `${site.apiUrl}/events/${id}`,
    } as never);
  } else if (kind === 3) put(one, { hide_from_listings: true });
  else if (kind === 4) put(one, { status: 'draft' });
  else if (kind === 5 && one !== other) {
    put(one, { slug: (other as { slug: string }).slug });
    put(other, { slug: (one as { slug: string }).slug });
  } else {
    const at = 5 + random(15);
    categories[at] = term(at + 1, 1 + random(5));
    for (const event of visible) put(event, { categories: [categories[at]] });
  }
}

test('An import and its syncs that are killed at random moments end like clean ones', {
  timeout: 900_000,
}, async () => {
  const random = createRandom(seedOf(21));
  const site = await startTown();
  const folder = temporaryFolder();
  expect(await importWithBreaks(folder, [site.apiUrl], random)).toBeGreaterThan(0);
  expect((await contentsOf(folder)).tables).toEqual((await clean(site)).tables);

  for (let n = 0; n < changes; n++) change(site, random, n);
  // The list shifts while its pages are read.
  site.quirks.before = (path) => {
    if (!/\/events\/?\?.*page=2/.test(path)) return false;
    site.quirks.before = () => false;
    site.records.events.splice(3, 1);
    return false;
  };
  await importWithBreaks(folder, ['--sync', site.apiUrl], random);
  await runInProcess(['import', '--sync', site.apiUrl], { folder, environment });
  const expected = await clean(site);
  const ids = new Set(expected.rows.map(({ id }) => id));
  const synced = await contentsOf(folder, ids);
  const others = synced.rows.filter(({ id }) => !ids.has(id));
  expect(others.filter(({ status, hide_from_listings }) => status === 'publish' && hide_from_listings === 0)).toEqual(
    [],
  );
  expect(synced.tables).toEqual(expected.tables);
});
