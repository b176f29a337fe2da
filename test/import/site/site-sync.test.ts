// Repeating an import until the day of the move: changes are imported, and what is gone goes to the trash.
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { remarksOf, temporaryFolder } from '../support.ts';
import { type ImportFromOptions, importFrom, listen, namespace } from './support.ts';

const statusOf = async (app: TestApp, id: number): Promise<string> => {
  const row = await app.store.reader.selectFrom('events').select('status').where('id', '=', id).executeTakeFirst();
  return row?.status ?? 'absent';
};

/** The same import, repeated. */
function repeated(app: TestApp, url: string, options: ImportFromOptions = {}) {
  const folder = join(temporaryFolder(), 'imports');
  return (more: ImportFromOptions = {}) => importFrom(app, url, { folder, ...options, ...more });
}

describe('from a site that shows lists only', () => {
  async function begun() {
    const site = await startFakeWordPress();
    for (let id = 1; id <= 15; id++) site.records.events.push(siteEvent(site, id));
    const app = await startTestApp();
    const run = repeated(app, site.origin);
    await run();
    const drop = (...gone: number[]) => {
      site.records.events = site.records.events.filter(({ id }) => !gone.includes(id as number));
    };
    return { site, app, run, drop };
  }

  test('A sync brings changes, trashes what was removed at the source, and restores what returns there', async () => {
    const { site, app, run, drop } = await begun();
    const back = site.records.events[3] as object;
    drop(4);
    site.records.events[0] = siteEvent(site, 1, { title: 'ImportedSite', modified_utc: '2026-03-01 00:00:00' });
    const { report } = await run({ sync: true });
    expect(report.counts.events).toEqual({ created: 0, updated: 2, unchanged: 13, skipped: 0 });
    expect(remarksOf(report.notes)).toEqual({
      'was removed at the source; moved to the trash': ['event 4 "Event 4 – “open”"'],
    });
    expect(await statusOf(app, 4)).toBe('trash');
    const inTrash = await app.request({ as: 'ed', path: '/events/4?context=edit' });
    expect(inTrash.body).toMatchObject({ status: 'trash', slug: 'event-4__trashed' });
    expect((await app.request({ path: '/events/1' })).body).toMatchObject({ title: 'ImportedSite' });
    const nothing = await run({ sync: true });
    expect(nothing.report.counts.events).toMatchObject({ updated: 0, unchanged: 14 });
    site.records.events.push(back as never);
    await run({ sync: true });
    expect((await app.request({ path: '/events/4' })).body).toMatchObject({ status: 'publish', slug: 'event-4' });
  });

  test('An import without --sync trashes nothing', async () => {
    const { app, run, drop } = await begun();
    drop(4);
    await run();
    expect(await statusOf(app, 4)).toBe('publish');
  });

  test('A sync leaves records alone that were changed or created here', async () => {
    const { app, run, drop } = await begun();
    await app.request({ as: 'admin', method: 'PATCH', path: '/events/4', json: { cost: '$9' } });
    const own = { title: 'Ours', start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
    const { body } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/events', json: own });
    // The next import must not take the change for its own.
    await run({ sync: true });
    drop(4, 5);
    const { report } = await run({ sync: true });
    expect(remarksOf(report.skipped)).toEqual({
      'was removed at the source, but changed here since; left unchanged': ['event 4 "Event 4 – “open”"'],
    });
    expect([await statusOf(app, 4), await statusOf(app, 5), await statusOf(app, body.id)]).toEqual([
      'publish',
      'trash',
      'publish',
    ]);
  });

  test('A sync leaves records alone that were changed here in fields that the source lacks', async () => {
    const { site, app, run, drop } = await begun();
    site.records.events = site.records.events.map((event) => ({ ...event, post_parent: 0 }));
    const change = (id: number, json: object) =>
      app.request({ as: 'admin', method: 'PATCH', path: `/events/${id}`, json });
    await change(4, { password: 'x' });
    await change(5, { post_parent: 6 });
    await change(6, { i18n_language: 'fr', title: 'Titre' });
    await run({ sync: true });
    expect((await app.request({ as: 'admin', path: '/events/5' })).body).toMatchObject({ post_parent: 6 });
    drop(4, 5, 6);
    const { report } = await run({ sync: true });
    expect(report.counts.events).toMatchObject({ skipped: 3, updated: 0 });
    for (const id of [4, 5, 6]) expect(await statusOf(app, id)).toBe('publish');
  });

  test('A list that ends early or is nearly empty trashes nothing', async () => {
    const { site, app, run, drop } = await begun();
    site.quirks.maxPerPage = 5;
    site.quirks.before = (path, reply) => path.includes('page=2') && Boolean(reply.writeHead(404).end('{}'));
    const early = await run({ sync: true });
    expect(remarksOf(early.report.notes)['ended before all its records were received; import again']).toEqual([
      'the list: 5 of 15',
    ]);
    site.quirks.before = () => false;
    drop(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    const { report } = await run({ sync: true });
    expect(Object.keys(remarksOf(report.notes))).toEqual([
      expect.stringMatching(/lists fewer than half of the records imported from it; nothing is moved to the trash/),
    ]);
    expect(await statusOf(app, 1)).toBe('publish');
    await run({ sync: true, acceptRemovals: true });
    expect(await statusOf(app, 1)).toBe('trash');
  });
});

describe('from a site with a change feed', () => {
  test('A change feed that is damaged ends the import with a message', async () => {
    const source = await startTestApp();
    const apiUrl = (await listen(source)) + namespace;
    const { server } = source.app;
    const [answer] = server.listeners('request') as [RequestListener];
    server.removeAllListeners('request').on('request', ((request, response) => {
      if (!request.url?.includes('/changes')) return void answer(request, response);
      response.setHeader('content-type', 'application/json').end('{"next_token": "');
    }) satisfies RequestListener);
    await expect(importFrom(await startTestApp(), apiUrl)).rejects.toThrow('has a change feed that cannot be read');
  });

  test('A change that a site does not show once is not lost', async () => {
    const source = await startTestApp();
    const write = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: object) =>
      (await source.request<{ id: number }>({ as: 'admin', method, path, ...(json && { json }) })).body.id;
    const venue = await write('POST', '/venues', { venue: 'Hall' });
    const event = { title: 'A', start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00', venue };
    const id = await write('POST', '/events', event);
    const apiUrl = (await listen(source)) + namespace;
    let failing = /^$/;
    const { server } = source.app;
    const [answer] = server.listeners('request') as [RequestListener];
    server.removeAllListeners('request').on('request', ((request, response) => {
      if (failing.test(request.url ?? '')) response.writeHead(502).end();
      else answer(request, response);
    }) satisfies RequestListener);
    const app = await startTestApp();
    const run = repeated(app, apiUrl);
    await run();

    source.clock.advance(3600);
    await write('PATCH', `/venues/${venue}`, { city: 'Lyon' });
    failing = /\/venues\?/;
    await expect(run({ sync: true, limits: { attempts: 1 } })).rejects.toThrow(/venues.* returned 502/);
    failing = /^$/;
    await run({ sync: true });
    expect((await app.request({ path: `/venues/${venue}` })).body).toMatchObject({ city: 'Lyon' });

    await write('DELETE', `/events/${id}`);
    failing = /\/events\/\d+/;
    await run({ sync: true, limits: { attempts: 1 } });
    expect(await statusOf(app, id)).toBe('publish');
    failing = /^$/;
    await run({ sync: true });
    expect(await statusOf(app, id)).toBe('trash');
  });

  test('A sync with a change feed requests only what changed', async () => {
    const source = await startTestApp();
    const post = async (path: string, json: object) =>
      (await source.request<{ id: number }>({ as: 'admin', method: 'POST', path, json })).body.id;
    const event = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
    const venue = await post('/venues', { venue: 'Hall' });
    const ids: number[] = [];
    for (const title of ['A', 'B', 'C', 'D']) ids.push(await post('/events', { ...event, title, venue }));
    const [a, b, c, d] = ids as [number, number, number, number];
    const origin = await listen(source);
    const asked: string[] = [];
    source.app.server.on('request', ({ url }: { url: string }) => void asked.push(url));
    const app = await startTestApp();
    const run = repeated(app, origin + namespace);
    await run();
    asked.length = 0;
    source.clock.advance(3600);
    app.clock.advance(3600);
    expect((await run({ sync: true })).report.counts.events).toMatchObject({ created: 0, unchanged: 0 });
    expect(asked.filter((url) => !url.includes('/media'))).toHaveLength(2);

    source.clock.advance(3600);
    app.clock.advance(3600);
    const change = (path: string, json: object) => source.request({ as: 'admin', method: 'PATCH', path, json });
    await change(`/events/${a}`, { title: 'A2' });
    await change(`/events/${a}`, { title: 'Un', i18n_language: 'fr' });
    await source.request({ as: 'admin', method: 'DELETE', path: `/events/${b}` });
    await change(`/events/${c}`, { status: 'draft' });
    await change(`/venues/${venue}`, { city: 'Lyon' });
    const e = await post('/events', { ...event, title: 'E', date: '2027-03-02 00:00' });
    asked.length = 0;
    const { report } = await run({ sync: true });
    expect(report.counts.events).toMatchObject({ created: 0, updated: 3, unchanged: 0 });
    expect(asked.some((url) => url.includes('/tags'))).toBe(false);
    expect([await statusOf(app, b), await statusOf(app, c), await statusOf(app, d), await statusOf(app, e)]).toEqual([
      'trash',
      'draft',
      'publish',
      'absent',
    ]);
    expect((await app.request({ path: `/events/${a}`, query: { i18n_language: 'fr' } })).body).toMatchObject({
      title: 'Un',
    });
    expect((await app.request({ path: `/venues/${venue}` })).body).toMatchObject({ city: 'Lyon' });

    // Scheduled publication is a change without a write.
    source.clock.advance(86_400);
    app.clock.advance(86_400);
    await run({ sync: true });
    expect(await statusOf(app, e)).toBe('publish');
  });
});
