// Several processes share the geocoder: one request at a time.
import { expect, onTestFinished, test } from 'vitest';
import { claimNext, saveOutcome, serverPauseMs } from '../../src/geocoding/claims.ts';
import { setNextRequest } from '../../src/geocoding/repository.ts';
import type { Store } from '../../src/store/store.ts';
import { type GeocodedApp, startGeocodedApp } from '../support/geocoding.ts';
import { found, refused, silent } from '../support/servers/fake-nominatim.ts';

const gaps = ({ server }: GeocodedApp): number[] =>
  server.requests.slice(1).map(({ atMs }, index) => atMs - (server.requests[index]?.atMs ?? 0));

async function addVenues({ addVenue }: GeocodedApp, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) await addVenue({ venue: `Hall ${number}`, city: `Town ${number}` });
}

async function openAgain(app: GeocodedApp): Promise<Store> {
  const second = await app.openAgain();
  onTestFinished(() => second.close());
  return second;
}

test('Requests are at least one second apart', async () => {
  const app = await startGeocodedApp();
  app.server.answer(found('45.7', '4.8'));
  await addVenues(app, 6);
  app.startGeocoder();
  await app.steppedClock.until(() => app.server.requests.length === 6);
  expect(app.server.addresses()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Town ${number}`));
  expect(Math.min(...gaps(app))).toBeGreaterThanOrEqual(1000);
  await app.steppedClock.pass(120_000);
  expect(app.server.requests).toHaveLength(6);
});

test('Other processes wait while one sends a request', async () => {
  const app = await startGeocodedApp();
  await addVenues(app, 2);
  const other = await openAgain(app);
  const nowMs = app.steppedClock.nowMs();
  const next = await claimNext(app.store, nowMs);
  if (next.kind !== 'venue') throw new Error(next.kind);
  expect(await claimNext(other, nowMs + 500)).toEqual({ kind: 'wait', ms: 29_500 });
  await saveOutcome(app.store, next.venue, { kind: 'unknown' }, { nowMs: nowMs + 600, nextRequestMs: nowMs + 1000 });
  expect(await claimNext(other, nowMs + 700)).toEqual({ kind: 'wait', ms: 300 });
  expect(await claimNext(other, nowMs + 1000)).toMatchObject({ kind: 'venue', venue: { id: 2 } });
});

test('Of processes that look for a venue at the same time, one sends a request', async () => {
  const app = await startGeocodedApp();
  await addVenues(app, 2);
  const other = await openAgain(app);
  const nowMs = app.steppedClock.nowMs();
  const claims = await Promise.all([claimNext(app.store, nowMs), claimNext(other, nowMs)]);
  expect(claims.map(({ kind }) => kind).sort()).toEqual(['venue', 'wait']);
});

test('A pause that was recorded before the clock was set back does not last longer than an hour', async () => {
  const app = await startGeocodedApp();
  await addVenues(app, 1);
  const nowMs = app.steppedClock.nowMs();
  await app.store.write((db) => setNextRequest(db, nowMs + 3_600_000));
  expect(await claimNext(app.store, nowMs)).toEqual({ kind: 'wait', ms: 3_600_000 });
  expect(await claimNext(app.store, nowMs - 1)).toMatchObject({ kind: 'venue' });
});

test('A venue that keeps failing is requested ever more rarely, so that it does not delay others', async () => {
  const app = await startGeocodedApp();
  await addVenues(app, 1);
  const failed = { kind: 'failed', reason: 'status 500', pauseMs: 1000 } as const;
  let nowMs = app.steppedClock.nowMs();
  const pauses: number[] = [];
  for (let failures = 1; failures <= 4; failures += 1) {
    const startedMs = nowMs;
    let next = await claimNext(app.store, nowMs);
    while (next.kind !== 'venue') {
      nowMs += 1000;
      next = await claimNext(app.store, nowMs);
    }
    pauses.push((nowMs - startedMs) / 1000);
    await saveOutcome(app.store, next.venue, failed, { nowMs, nextRequestMs: nowMs + 1000 });
  }
  expect(pauses).toEqual([0, 30, 60, 120]);
});

test.each([
  ['seconds', () => '400'],
  ['a date', (nowMs: number) => new Date(nowMs + 400_000).toUTCString()],
])('Retry-After in %s applies to every process, even after a restart', async (_, header) => {
  const app = await startGeocodedApp();
  await addVenues(app, 2);
  app.server.answer((response, request) =>
    refused(429, { 'retry-after': header(app.steppedClock.nowMs()) })(response, request),
  );
  const first = app.startGeocoder();
  await app.steppedClock.until(() => app.server.requests.length === 1);
  await app.steppedClock.pass(2000);
  await first.stop();
  app.server.answer(found('45.7', '4.8'));
  app.startGeocoder({ store: await openAgain(app) });
  await app.steppedClock.until(() => app.server.requests.length === 3);
  expect(gaps(app)[0]).toBeGreaterThanOrEqual(400_000 - 1000);
});

test('Stopping aborts a request and leaves the venue to the next process', async () => {
  const app = await startGeocodedApp();
  await addVenues(app, 1);
  app.server.answer(silent);
  const first = app.startGeocoder();
  await app.steppedClock.until(() => app.server.requests.length === 1);
  const begin = performance.now();
  await first.stop();
  expect(performance.now() - begin).toBeLessThan(1000);
  app.startGeocoder();
  await app.steppedClock.until(() => app.server.requests.length === 2);
  expect(gaps(app)).toEqual([1000]);
});

test('The venue of a process that died is taken over', async () => {
  const app = await startGeocodedApp();
  await addVenues(app, 1);
  const nowMs = app.steppedClock.nowMs();
  expect(await claimNext(app.store, nowMs)).toMatchObject({ kind: 'venue' });
  expect(await claimNext(app.store, nowMs)).toEqual({ kind: 'nothing' });
  app.startGeocoder();
  await app.steppedClock.until(() => app.server.requests.length === 1);
  expect((app.server.requests[0]?.atMs ?? 0) - nowMs).toBeGreaterThanOrEqual(30_000);
});

test('A Retry-After of more than an hour counts as one hour', () => {
  expect([60_000, 7_200_000].map((ms) => serverPauseMs(1, ms))).toEqual([60_000, 3_600_000]);
});
