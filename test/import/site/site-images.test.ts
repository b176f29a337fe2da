// Images of a site that come from several hosts.
import { expect, test } from 'vitest';
import { png } from '../../support/media/images.ts';
import { type FakeSite, siteEvent, startFakeWordPress } from '../../support/servers/fake-wordpress.ts';
import { type ImageHost, startImageHost } from '../../support/servers/image-host.ts';
import { startTestApp } from '../../support/test-app.ts';
import { remarksOf } from '../support.ts';
import { importFrom } from './support.ts';
import { eventsOf } from './town.ts';

const show = (site: FakeSite, urls: readonly string[]) =>
  site.records.events.push(...urls.map((url, at) => siteEvent(site, at + 1, { image: { id: 1001 + at, url } })));

const allowanceOf = (...hosts: ImageHost[]): string => hosts.map(({ host }) => host).join(',');

test('Images of other hosts are fetched while one does not answer', async () => {
  const image = await png();
  let answerLate = () => {};
  const othersCame = new Promise<void>((resolve) => (answerLate = resolve));
  const slow = await startImageHost({
    '/a.png': (_, reply) => void othersCame.then(() => reply.writeHead(200).end(image)),
  });
  const quick = await startImageHost({
    '/a.png': image,
    '/b.png': (_, reply) => {
      reply.writeHead(200).end(image);
      answerLate();
    },
  });
  const site = await startFakeWordPress();
  show(site, [`${slow.origin}/a.png`, `${quick.origin}/a.png`, `${quick.origin}/b.png`]);
  const app = await startTestApp();
  const { report } = await importFrom(app, site.apiUrl, { allow: allowanceOf(slow, quick) });
  expect(report.notes).toEqual([]);
  expect(await eventsOf(app)).toMatchObject([1001, 1002, 1003].map((id) => ({ image: { id } })));
});

test('A host that does not answer is not tried for every image', async () => {
  const image = await png();
  const broken = await startImageHost({ '/': (_, reply) => void reply.writeHead(503).end() });
  const busy = (name: string) => `${broken.origin}/?${name}`;
  const good = await startImageHost({ '/a.png': image });
  const site = await startFakeWordPress();
  show(site, [...['a', 'b', 'c', 'd', 'e', 'f'].map(busy), `${good.origin}/a.png`]);
  const app = await startTestApp();
  const { report } = await importFrom(app, site.apiUrl, { allow: allowanceOf(broken, good) });
  expect(broken.requests.map(({ path }) => path)).toEqual(['/?a', '/?a', '/?b', '/?b', '/?c', '/?c']);
  const notes = remarksOf(report.notes)['has an image that cannot be imported; imported without it'] ?? [];
  expect(notes.map((note) => /\((.*)\)$/.exec(note)?.[1])).toEqual([
    ...Array(3).fill('status 503'),
    ...Array(3).fill('its host did not answer before'),
  ]);
  expect((await eventsOf(app)).map(({ image: shown }) => shown)).toMatchObject([...Array(6).fill(false), { id: 1007 }]);
});

test('An image whose id is taken gets none that a later record has at the source', async () => {
  const app = await startTestApp();
  const own = { title: 'Ours', start_date: '2027-05-01 10:00', end_date: '2027-05-01 12:00' };
  const { body } = await app.request<{ id: number }>({ as: 'admin', method: 'POST', path: '/events', json: own });
  const site = await startFakeWordPress();
  site.files['/a.png'] = await png();
  const next = [1, 2, 3].map((step) => body.id + step);
  const image = { id: body.id, url: `${site.origin}/a.png` };
  site.records.events.push(...next.map((id) => siteEvent(site, id, { image })));
  const { report } = await importFrom(app, site.apiUrl, { allow: new URL(site.origin).host });
  expect(report.moved).toEqual([]);
  expect((await eventsOf(app)).slice(1)).toMatchObject(
    next.map((id) => ({ id, image: { id: next.length + body.id + 1 } })),
  );
});

test('Images with shortened URLs are imported, and those without a web URL are reported', async () => {
  const site = await startFakeWordPress();
  const { host } = new URL(site.origin);
  Object.assign(site.files, { '/a.png': await png(), '/b.png': await png({ width: 50 }) });
  show(site, [`//${host}/a.png`, '/b.png', 'data:image/png;base64,iVBORw0KGgo=', 'b.png']);
  const app = await startTestApp();
  const { report } = await importFrom(app, site.apiUrl, { allow: host });
  expect((await eventsOf(app)).map(({ image: shown }) => shown)).toMatchObject([
    { id: 1001 },
    { id: 1002 },
    false,
    false,
  ]);
  expect(Object.entries(remarksOf(report.notes))).toEqual([
    [
      'has an image without a web URL; imported without it',
      [expect.stringMatching(/^event 3 /), expect.stringMatching(/^event 4 /)],
    ],
  ]);
});
