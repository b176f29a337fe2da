// Public pages of the demo in a real browser, with scripts off: accessibility, layout, and no dead link.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createZones } from '../../src/core/dates/zones.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { browserPath, openBrowser } from '../support/browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: public pages in a browser, because there is no Chromium here');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

describe.skipIf(path === undefined)('Public pages in Chromium', { timeout: 240_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  let origin: string;
  let event: string;
  beforeAll(async () => {
    app = await startTestApp();
    const log = pino({ level: 'silent' });
    await fillDemo({ store: app.store, zones: createZones(), now: app.clock.now, adminId: 1, log });
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
    const { body } = await app.request<{ events: { url: string }[] }>({ path: '/events', query: { per_page: 1 } });
    event = new URL(body.events[0]?.url ?? '').pathname;
    browser = await openBrowser(path as string);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await app?.app.close();
  });

  const pages = () => [
    '/events/',
    '/events/2027-03/',
    '/events/cards/',
    '/events/week/',
    event,
    '/tag/evening/',
    '/events/none/',
  ];

  test.each(['', '/de'])(
    'Pages in "%s" have no accessibility violations in either theme at any width',
    async (language) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [320, 1280]) {
          const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
          const page = await context.newPage();
          for (const address of pages()) {
            const where = `${language}${address} at ${width} px, ${colorScheme}`;
            await page.goto(origin + language + address);
            expect(Number(await page.evaluate('document.documentElement.scrollWidth')), where).toBeLessThanOrEqual(
              width,
            );
            await page.evaluate(axe);
            const violations = await page.evaluate(
              async () =>
                (await (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run())
                  .violations,
            );
            expect(
              violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
              where,
            ).toEqual([]);
          }
          await context.close();
        }
    },
  );

  test('A walk through the calendar by its links ends, and finds no dead one', async () => {
    const found = new Set(['/events/']);
    for (const address of found) {
      const reply = await fetch(origin + address, { redirect: 'manual' });
      expect(reply.status, address).toBeLessThan(400);
      if (!/html/.test(reply.headers.get('content-type') ?? '')) continue;
      const html = await reply.text();
      for (const [, href = ''] of html.matchAll(/href="(\/[^"#]*)"/g)) {
        const link = href.replaceAll('&#61;', '=').replaceAll('&amp;', '&');
        // The other languages are walked from their own front pages.
        if (!/^\/(bg|zh-hans|fr|de|ja|pt-br|es)\//.test(link)) found.add(link);
      }
      expect(found.size).toBeLessThan(2500);
    }
    expect(found.size).toBeGreaterThan(200);
  });
});
