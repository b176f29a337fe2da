// The zone of a site, and a site whose home page does not respond.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runInProcess } from '../../support/run-cli.ts';
import { type Quirks, siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';
import { startTestApp } from '../../support/test-app.ts';
import { temporaryFolder } from '../support.ts';
import { importFrom } from './support.ts';

/** A site with an event that has no zone. */
async function startSite(quirks: Quirks) {
  const site = await startFakeWordPress(quirks);
  site.records.events.push(siteEvent(site, 1, { timezone: '', utc_start_date: '', utc_end_date: '' }));
  return site;
}

// This calendar is in America/New_York.
describe('The zone of a site', () => {
  test.each([
    ['the same', { timezone_string: 'America/New_York' }],
    ['another name of the same', { timezone_string: 'US/Eastern' }],
    ['not said', {}],
    ['unknown', { timezone_string: 'Mars/Olympus' }],
  ])('A site whose zone is %s is imported without a question', async (_, index) => {
    const site = await startSite({ index });
    const app = await startTestApp();
    await importFrom(app, site.apiUrl);
    expect((await app.request({ path: '/events/1' })).body).toMatchObject({ utc_start_date: '2026-09-01 22:00:00' });
  });

  test.each([
    [{ timezone_string: 'Europe/Paris' }, 'Europe/Paris', '2026-09-01 16:00:00'],
    [{ timezone_string: '', gmt_offset: 5.5 }, 'UTC+5.5', '2026-09-01 12:30:00'],
    [{ timezone_string: '', gmt_offset: 0 }, 'UTC', '2026-09-01 18:00:00'],
  ])('A site with %j is refused without a terminal, and asked about on one', async (index, zone, start) => {
    const site = await startSite({ index });
    const app = await startTestApp();
    const version = app.store.version();
    const folder = join(temporaryFolder(), 'imports');
    const run = (confirm?: (question: string) => Promise<boolean>) =>
      importFrom(app, site.origin, { folder, ...(confirm && { confirm }) });
    await expect(run()).rejects.toThrow(
      /is in the time zone .*, this calendar in America\/New_York\. Set KALENDS_TIMEZONE=/,
    );
    await expect(run(async () => false)).rejects.toThrow('--keep-timezone');
    expect(app.store.version()).toBe(version);
    const questions: string[] = [];
    await run(async (question) => questions.push(question) > 0);
    expect(questions[0]).toContain(`is in the time zone ${zone}, this calendar in America/New_York`);
    expect((await app.request({ path: '/events/1' })).body).toMatchObject({ utc_start_date: start });
    // The answer also applies to later runs.
    await run();
  });

  test('The zone is compared although the API of the site has no index', async () => {
    const site = await startSite({
      index: { timezone_string: 'Europe/Paris' },
      before: (path, reply) => {
        if (!/\/tribe\/events\/v1\/?$/.test(path)) return false;
        reply.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"rest_no_route"}');
        return true;
      },
    });
    await expect(importFrom(await startTestApp(), site.origin)).rejects.toThrow('is in the time zone Europe/Paris');
  });

  test('A different zone is accepted with --keep-timezone', async () => {
    const site = await startSite({ index: { timezone_string: 'Europe/Paris' } });
    const folder = temporaryFolder();
    const refused = await runInProcess(['import', site.origin], { folder });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is in the time zone Europe/Paris') });
    expect((await runInProcess(['import', '--keep-timezone', site.origin], { folder })).code).toBe(0);
  });
});

test.each([
  [404, undefined],
  [403, undefined],
  [503, undefined],
  [302, 'https://elsewhere.example/'],
  [302, '/'],
])('A home page that answers %s (%s) does not end an import', async (status, location) => {
  const site = await startSite({ home: { status, ...(location && { location }) } });
  const app = await startTestApp();
  expect((await importFrom(app, site.origin)).report.counts.events.created).toBe(1);
});
