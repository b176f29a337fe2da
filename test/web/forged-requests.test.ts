// A page on another port of the host, in a browser with an editor's stored password (CSRF).
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browserPath, openBrowser } from '../support/browser.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { startTestApp } from '../support/test-app.ts';

const path = browserPath();
if (path === undefined) console.warn('SKIPPED: forged requests in a browser, because there is no Chromium here');

/** A calendar with one tag, and a browser with the editor's credentials on a page of another origin. */
async function open() {
  const app = await startTestApp();
  const { body } = await app.request<{ id: number }>({
    as: 'ed',
    method: 'POST',
    path: '/tags',
    json: { name: 'Jazz' },
  });
  const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<title>x'));
  const tags = `${await app.app.listen({ port: 0, host: '127.0.0.1' })}/wp-json/calendar/events/v1/tags`;
  const browser = await openBrowser(path as string);
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ httpCredentials: { username: 'ed', password: app.passwords.ed } });
  const page = await context.newPage();
  const signedIn = await page.goto(`${tags}/?context=edit`);
  expect(signedIn?.status()).toBe(200);
  await page.goto(await listenLocally(other));
  const names = async () =>
    (await app.request<{ tags: { name: string }[] }>({ path: '/tags?hide_empty=0' })).body.tags.map(({ name }) => name);
  return { app, page, tags, tag: `${tags}/${body.id}`, names };
}

describe.skipIf(path === undefined)(
  'A page of another origin in a browser with a stored password',
  { timeout: 60_000 },
  () => {
    test.each(['cors', 'no-cors'] as const)(
      'A %s request of another site with a method override deletes nothing',
      async (mode) => {
        const { page, tag, names } = await open();
        await page.evaluate(
          ([url, how]) =>
            fetch(`${url}?_method=DELETE`, {
              method: 'POST',
              mode: how as 'cors' | 'no-cors',
              credentials: 'include',
            }).catch(() => 0),
          [tag, mode],
        );
        expect(await names()).toEqual(['Jazz']);
      },
    );

    test('A form on another site creates nothing', async () => {
      const { page, tags, names } = await open();
      await page.setContent(
        `<form method="post" action="${tags}"><input name="name" value="Forged"><button>Send</button></form>`,
      );
      const [reply] = await Promise.all([page.waitForResponse(tags), page.click('button')]);
      expect(reply.status()).toBe(403);
      expect(await names()).toEqual(['Jazz']);
    });

    test('A script on another site creates events with JSON and credentials of its own', async () => {
      const { app, page, tags, names } = await open();
      const authorization = `Basic ${btoa(`ed:${app.passwords.ed}`)}`;
      const status = await page.evaluate(
        async ([url, header]) => {
          const headers = { authorization: header as string, 'content-type': 'application/json' };
          return (await fetch(url as string, { method: 'POST', headers, body: '{"name":"Blues"}' })).status;
        },
        [tags, authorization],
      );
      expect(status).toBe(201);
      expect(await names()).toEqual(['Blues', 'Jazz']);
    });
  },
);
