// Sites that are larger than one run of an import may fetch.
import { expect, test } from 'vitest';
import { siteEvent, wordPressUser } from '../../support/servers/fake-wordpress.ts';
import { startTestApp } from '../../support/test-app.ts';
import { temporaryFolder } from '../support.ts';
import { importFrom } from './support.ts';
import { tablesOf } from './tables.ts';
import { eventsOf, startTown } from './town.ts';

const options = { credentials: wordPressUser, withTrash: true };

test.each([
  ['bytes', { totalBytes: 20_000 }, /Fetching from 127\.0\.0\.1:\d+ stopped after 0 MiB, the limit of one run/],
  ['pages', { pages: 3 }, /Fetching from 127\.0\.0\.1:\d+ stopped after 3 pages, the limit of one run/],
])('A site that exceeds the limit of %s per run is imported by several runs', async (_, limits, message) => {
  const site = await startTown({ maxPerPage: 10 });
  site.records.events.push(siteEvent(site, 130, { status: 'trash' }));
  const [whole, app] = [await startTestApp(), await startTestApp()];
  await importFrom(whole, site.apiUrl, options);
  const empty = await tablesOf(app.store);
  const folder = `${temporaryFolder()}/imports`;
  let runs = 0;
  for (; ; runs++) {
    const problem = await importFrom(app, site.apiUrl, { ...options, folder, limits }).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (problem === undefined) break;
    expect(problem).toMatch(message);
    expect(await tablesOf(app.store)).toEqual(empty);
    expect(runs).toBeLessThan(20);
  }
  expect(runs).toBeGreaterThan(2);
  expect(await tablesOf(app.store)).toEqual(await tablesOf(whole.store));
});

test('No list is left out because a run has reached its limit', async () => {
  const site = await startTown();
  site.records.events.push(siteEvent(site, 130, { status: 'trash' }));
  const whole = await startTestApp();
  await importFrom(whole, site.apiUrl, options);
  for (let pages = 1; ; pages++) {
    const app = await startTestApp();
    const isWhole = await importFrom(app, site.apiUrl, { ...options, limits: { pages } }).then(
      () => true,
      (error: Error) => !error.message.includes(`after ${pages} pages`),
    );
    if (!isWhole) continue;
    expect(pages).toBeGreaterThan(4);
    expect(await tablesOf(app.store)).toEqual(await tablesOf(whole.store));
    return;
  }
});

test('Runs that each start within a day of the previous one finish the import, however long it takes', async () => {
  const site = await startTown({ maxPerPage: 10 });
  const app = await startTestApp();
  const folder = `${temporaryFolder()}/imports`;
  const run = () => importFrom(app, site.apiUrl, { folder, limits: { pages: 3 } });
  for (let day = 0; day < 9; day++) {
    await run().catch(() => undefined);
    app.clock.advance(23 * 3600);
  }
  expect((await eventsOf(app)).length).toBe(118);
});
