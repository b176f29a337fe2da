import pino from 'pino';
import { expect, test } from 'vitest';
import { startGeocodedApp } from '../support/geocoding.ts';
import { type Answer, found, refused, silent } from '../support/servers/fake-nominatim.ts';

const failures: [name: string, answer: Answer][] = [
  ['429', refused(429)],
  ['500', refused(500, {}, '<html>')],
  ['403', refused(403, {}, 'blocked')],
  ['404', refused(404, {}, '{"error":"Unable to geocode"}')],
  ['a redirect', refused(302, { location: 'http://127.0.0.1:1/' })],
  ['a web page', refused(200, { 'content-type': 'text/html' }, '<!doctype html>')],
  ['half of a list', refused(200, {}, '[{"lat":"45.7"')],
  ['an error as an object', refused(200, {}, '{"error":{"code":400}}')],
  ['places without numbers', refused(200, {}, '[{"lat":"north","lon":"west"}]')],
  ['places off the map', found('95', '4.8')],
  ['an endless text', refused(200, {}, `["${'x'.repeat(200_000)}"]`)],
  ['a broken connection', (response) => response.destroy()],
  ['silence', silent],
];

test.each(failures)('After %s the venue is unchanged and requested again later', async (_, answer) => {
  const { server, steppedClock, startGeocoder, addVenue, changeVenue, venue } = await startGeocodedApp({
    timeoutMs: 150,
  });
  server.answer(answer);
  const id = await addVenue({ venue: 'Old Mill', city: 'Lyon' });
  const before = await venue(id);
  startGeocoder();
  await steppedClock.until(() => server.requests.length === 1);
  expect(await changeVenue(id, { phone: '1' })).toBe(200);
  expect(await venue(id)).toMatchObject({ ...before, phone: '1' });
  await steppedClock.until(() => server.requests.length === 3);
  const [first, second, third] = server.requests.map(({ atMs }) => atMs) as [number, number, number];
  expect(second - first).toBeGreaterThanOrEqual(30_000);
  expect(third - second).toBeGreaterThanOrEqual(60_000);

  server.answer(found('45.7', '4.8'));
  await steppedClock.until(() => server.requests.length === 4);
  await steppedClock.until(async () => (await venue(id)).geo_lat === 45.7);
});

test('A slow server delays no write and no read', async () => {
  const { server, steppedClock, startGeocoder, addVenue, changeVenue, venue } = await startGeocodedApp();
  server.answer(silent);
  const id = await addVenue({ venue: 'Old Mill', city: 'Lyon' });
  startGeocoder();
  await steppedClock.until(() => server.requests.length === 1);
  const begin = performance.now();
  for (let count = 0; count < 20; count++) expect(await changeVenue(id, { phone: String(count) })).toBe(200);
  expect(await venue(id)).toMatchObject({ phone: '19' });
  expect(performance.now() - begin).toBeLessThan(5000);
});

test('An address on which the server fails does not delay others for long', async () => {
  const { server, steppedClock, startGeocoder, addVenue, venue } = await startGeocodedApp();
  const choke = refused(500);
  const here = found('45.7', '4.8');
  server.answer((response, request) => (request.query['q'] === 'Poison' ? choke : here)(response, request));
  await addVenue({ venue: 'Bad', city: 'Poison' });
  startGeocoder();
  await steppedClock.until(() => server.requests.length === 6);
  const beganMs = steppedClock.nowMs();
  const id = await addVenue({ venue: 'Good', city: 'Lyon' });
  await steppedClock.until(async () => (await venue(id)).geo_lat === 45.7);
  expect(steppedClock.nowMs() - beganMs).toBeLessThanOrEqual(660_000);
});

test('The log contains results by venue id, without the address and the key', async () => {
  const { server, steppedClock, startGeocoder, addVenue, venue } = await startGeocodedApp();
  const lines: string[] = [];
  const logger = pino({ level: 'debug', base: undefined }, { write: (line) => void lines.push(line) });
  const answers = [refused(429, { 'retry-after': '90' }), found('45.7', '4.8')];
  server.answer((response, request) => answers.shift()?.(response, request));
  const id = await addVenue({ venue: 'Old Mill', city: 'Lyon' });
  startGeocoder({ logger });
  await steppedClock.until(async () => (await venue(id)).geo_lat === 45.7);
  await steppedClock.until(() => lines.length === 4);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 20, venue: id, msg: 'geocoder: request' },
    { level: 40, venue: id, reason: 'status 429', pause_s: 90 },
    { level: 20, venue: id },
    { level: 30, venue: id, msg: 'geocoder: coordinates set' },
  ]);
  expect(lines.join('')).not.toMatch(/Lyon|127\.0\.0\.1/);
});
