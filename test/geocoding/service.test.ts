import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startGeocoder } from '../../src/serve/background.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { found, silent, startFakeNominatim } from '../support/servers/fake-nominatim.ts';
import { startTestApp } from '../support/test-app.ts';

async function addVenue({ origin, event }: RunningService, venue: string, city = 'Lyon'): Promise<string> {
  const { application_password: password } = await event('first-administrator');
  const reply = await fetch(`${origin}/calendar/events/v1/venues`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ venue, city, status: 'publish' }),
  });
  const { id } = (await reply.json()) as { id: number };
  return `${origin}/calendar/events/v1/venues/${id}`;
}

test('Geocoding that is enabled by the environment runs with the service and stops with it', async () => {
  const server = await startFakeNominatim();
  server.answer(found('45.75', '4.85'));
  const environment = {
    KALENDS_GEOCODER_URL: `${server.url}/?key=secret`,
    KALENDS_GEOCODER_CONTACT: 'calendar@example.org',
    KALENDS_GEOCODER_INTERVAL_MS: '0',
  };
  const service = await startService(['--log-level', 'debug'], { folder: temporaryFolder(), environment });
  const venue = await addVenue(service, 'Old Mill');
  await expect
    .poll(async () => (await fetch(venue)).json(), { timeout: 10_000 })
    .toMatchObject({ geo_lat: 45.75, json_ld: { geo: { latitude: 45.75, longitude: 4.85 } } });
  expect(server.requests[0]?.headers['user-agent']).toMatch(
    /^Kalends\/\d+\.\d+\.\d+ \(events calendar; calendar@example\.org\)$/,
  );
  server.answer(silent);
  await addVenue(service, 'New Mill');
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(2);
  const begin = performance.now();
  expect(await service.stop()).toBe(0);
  expect(performance.now() - begin).toBeLessThan(3000);
  expect(JSON.stringify(service.lines)).not.toContain('secret');
});

test('Two services on one calendar request each venue once, one at a time', async () => {
  const server = await startFakeNominatim();
  let open = 0;
  let mostOpen = 0;
  server.answer(async (response, request) => {
    mostOpen = Math.max(mostOpen, ++open);
    await setTimeout(50);
    open--;
    found('45.75', '4.85')(response, request);
  });
  const folder = temporaryFolder();
  const environment = { KALENDS_GEOCODER_URL: server.url, KALENDS_GEOCODER_INTERVAL_MS: '100' };
  const first = await startService([], { folder, environment });
  const second = await startService([], { folder, environment });
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
  for (const name of names) await addVenue(first, name, name);
  await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(names.length);
  await setTimeout(1500);
  expect(server.addresses().sort()).toEqual(names);
  expect(mostOpen).toBe(1);
  expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
});

test('Geocoding is off by default: nothing is ever sent', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => sent.mockRestore());
  const { store, request } = await startTestApp();
  const config = {
    geocoderUrl: undefined,
    geocoderContact: 'calendar@example.org',
    geocoderIntervalMs: 0,
    siteUrl: undefined,
    language: 'en',
  } as const;
  expect(
    startGeocoder(config, {
      store,
      logger: pino({ level: 'silent' }),
      logThrottled: () => undefined,
      onRequest: undefined,
    }),
  ).toBeUndefined();
  await request({ as: 'ed', method: 'POST', path: '/venues', json: { venue: 'Old Mill', city: 'Lyon' } });
  await setTimeout(1500);
  expect(sent).not.toHaveBeenCalled();
});
