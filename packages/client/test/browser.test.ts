import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { browserPath, openBrowser } from '../../../test/support/browser.ts';
import { minified } from '../scripts/build-package.ts';
import { serveTestApp } from './support/served-app.ts';

const path = browserPath();

const page = `<!doctype html><title>page</title>
<script type="module">import * as kalends from '/client.js'; globalThis.kalends = kalends;</script>`;

/** A page of another origin than the calendar's. */
async function servePage(script: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/client.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test.skipIf(path === undefined)(
  'Reads and writes from a page of another site in Chromium',
  { timeout: 60_000 },
  async ({ onTestFinished }) => {
    const app = await serveTestApp();
    const site = await servePage(await minified());
    const browser = await openBrowser(path as string);
    onTestFinished(async () => {
      await browser.close();
      site.close();
    });
    const tab = await browser.newPage();
    await tab.goto(site.url);
    await tab.waitForFunction('globalThis.kalends');
    const seen = await tab.evaluate(
      async ({ url, password }) => {
        const { createClient } = (globalThis as unknown as { kalends: typeof import('../src/client.ts') }).kalends;
        const { events, etagOf } = createClient({ url, user: 'ed', password });
        const times = { start_date: '2027-05-10 18:00', end_date: '2027-05-10 20:00' };
        const made = await events.create({ title: 'From a browser', ...times });
        const changed = await events.update(made.id, { cost: '5' }, { ifMatch: made });
        const stale = await events.update(made.id, { cost: '6' }, { ifMatch: made }).catch((error) => error.code);
        const titles = [];
        for await (const event of createClient({ url }).events.all({ per_page: 1 })) titles.push(event.title);
        const stranger = createClient({ url, user: 'ann', password: 'wrong' });
        for (let tries = 0; tries < 10; tries += 1) await stranger.tags.list().catch(() => {});
        const slowed = await stranger.tags.list().catch(({ status, retryAfterMs }) => [status, retryAfterMs > 60_000]);
        return { tag: etagOf(changed), stale, titles, slowed };
      },
      { url: app.url, password: app.passwords.ed },
    );
    expect(seen).toEqual({
      tag: expect.stringMatching(/^".+"$/),
      stale: 'rest_precondition_failed',
      titles: ['From a browser'],
      // Heard although it is a header of another site.
      slowed: [429, true],
    });
  },
);
