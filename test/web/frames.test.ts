// Pages for the frames of other sites, at `/embed/…`.
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

const origin = 'http://calendar.example';

test('An embeddable page may be framed by any site, unlike other pages, and is not indexed', async () => {
  const app = await startTestApp();
  const policyOf = async (pagePath: string) => (await app.request({ path: origin + pagePath })).headers;
  expect((await policyOf('/embed/'))['content-security-policy']).toMatch(/frame-ancestors \*$/);
  expect((await policyOf('/embed/'))['x-robots-tag']).toBe('noindex');
  expect((await policyOf('/events/'))['content-security-policy']).toMatch(/frame-ancestors 'none'$/);
});

test('In an embedded page, months stay in the frame and events open in the page around it', async () => {
  const app = await startTestApp();
  for (const day of ['2027-03-10', '2027-05-10'])
    await app.request({
      as: 'admin',
      method: 'POST',
      path: '/events',
      json: { title: `Gala ${day}`, start_date: `${day} 19:30`, end_date: `${day} 21:00` },
    });
  const { body } = await app.request<string>({ path: `${origin}/fr/embed/2027-03/?theme=dark` });
  expect(body).toContain('<base target="_top">');
  expect(body).toContain('data-theme="dark"');
  expect(body).toMatch(/<a [^>]*rel="next" target="_self" href="\/fr\/embed\/2027-05\/\?theme&#61;dark"/);
  expect(body).toMatch(/<a href="\/fr\/event\/gala-2027-03-10\/"/);
  expect(body).not.toContain('masthead');
  expect((await app.request({ path: `${origin}/embed/category/x/` })).status).toBe(404);
});

test.each([
  ['with the slug "embed"', undefined, 'embed'],
  ['of a site in the folder /embed', 'https://calendar.example/embed', 'gala'],
])('An event %s opens in the page around the frame', async (_, siteUrl, slug) => {
  const app = await startTestApp({ settings: { siteUrl } });
  const json = { title: 'Gala', slug, start_date: '2027-03-10 19:30', end_date: '2027-03-10 21:00' };
  await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  const folder = siteUrl === undefined ? '' : '/embed';
  const { body } = await app.request<string>({ path: `${origin}${folder}/embed/month/` });
  const targets = body.match(/<a [^>]*>/g)?.map((link) => [/href="([^"]*)/.exec(link)?.[1], link.includes('_self')]);
  expect(targets).toContainEqual([`${folder}/event/${slug}/`, false]);
  expect(targets).toContainEqual([`${folder}/embed/2027-03-10/`, true]);
});

test('A frame that shows only some events does not offer all of them if there are none', async () => {
  const app = await startTestApp();
  const times = { start_date: '2027-04-20 19:30', end_date: '2027-04-20 21:00' };
  const json = { title: 'Jazz night', ...times, categories: ['music'], tags: ['late'] };
  await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  await app.request({ as: 'admin', method: 'POST', path: '/tags', json: { name: 'Other' } });
  const frame = async (pagePath: string) => (await app.request<string>({ path: origin + pagePath })).body;
  expect(await frame('/embed/?category=music')).toContain('<h1>Upcoming events</h1>');
  for (const pagePath of ['/embed/?tag=other', '/embed/cards/?tag=other', '/embed/month/?tag=other']) {
    expect(await frame(pagePath), pagePath).toContain('No events here.');
    expect(await frame(pagePath), pagePath).not.toContain('Show all events');
  }
  expect(await frame('/embed/month/?tag=late')).toContain('Next event: Jazz night');
});

test('Past events in a frame lead back to the coming ones there, with the filter of the frame', async () => {
  const app = await startTestApp();
  const create = (day: string) =>
    app.request({
      as: 'admin',
      method: 'POST',
      path: '/events',
      json: { title: 'Gala', start_date: `${day} 19:30`, end_date: `${day} 21:00`, categories: ['music'] },
    });
  await create('2027-02-10');
  await create('2027-04-10');
  // Frames do not show the links to views.
  const pagerOf = async (path: string) =>
    /<nav class="pager".*?<\/nav>/s.exec((await app.request<string>({ path: origin + path })).body)?.[0];
  expect(await pagerOf('/embed/?category=music')).toContain('href="/embed/past/?category&#61;music"');
  expect(await pagerOf('/embed/past/?category=music')).toContain('href="/embed/?category&#61;music"');
});
