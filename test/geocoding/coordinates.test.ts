import { expect, test } from 'vitest';
import { startGeocodedApp } from '../support/geocoding.ts';
import { found, nothingFound } from '../support/servers/fake-nominatim.ts';

const mill = { venue: 'Old Mill', address: '5 Rue Noire', zip: '69001', city: 'Lyon', country: 'France' };

test('Coordinates appear wherever the venue does', async () => {
  const { server, steppedClock, startGeocoder, addVenue, venue, request } = await startGeocodedApp();
  server.answer(found('45.7675', '4.8340'));
  const id = await addVenue(mill);
  const before = await venue(id);
  const changes = await request<{ next_token: string }>({ path: '/changes' });
  expect((await request({ path: '/venues', query: { geoloc_lat: 45.76, geoloc_lng: 4.83 } })).body).toMatchObject({
    total: 0,
  });
  startGeocoder();
  await steppedClock.until(async () => (await venue(id)).geo_lat !== undefined);

  const after = await venue(id);
  expect(after).toMatchObject({ geo_lat: 45.7675, geo_lng: 4.834 });
  expect(after.json_ld?.geo).toEqual({ '@type': 'GeoCoordinates', latitude: 45.7675, longitude: 4.834 });
  expect(after.modified_utc > before.modified_utc).toBe(true);
  expect(server.addresses()).toEqual(['5 Rue Noire, 69001 Lyon, France']);
  expect((await request({ path: '/venues', query: { geoloc_lat: 45.76, geoloc_lng: 4.83 } })).body).toMatchObject({
    venues: [{ id }],
  });
  expect((await request({ path: '/changes', query: { since: changes.body.next_token } })).body).toMatchObject({
    changes: [{ id, change: 'updated' }],
  });
});

test('A write wakes the geocoder; coordinates of zero are valid', async () => {
  const { server, steppedClock, startGeocoder, addVenue, venue } = await startGeocodedApp();
  server.answer(found(0, 0));
  startGeocoder();
  await steppedClock.pass(10_000);
  const id = await addVenue({ venue: 'Buoy', city: 'Null Island' });
  await steppedClock.pass(2000);
  await steppedClock.until(async () => (await venue(id)).geo_lat === 0);
});

test.each([
  ['has coordinates', { ...mill, geo_lat: 1, geo_lng: 2 }],
  ['has neither address nor city', { venue: 'Somewhere', country: 'France', zip: '69001' }],
  ['is in the trash', { ...mill, status: 'trash' }],
])('No coordinates are looked up for a venue that %s', async (_, json) => {
  const { server, steppedClock, startGeocoder, addVenue, request } = await startGeocodedApp();
  await addVenue(json);
  await request({ as: 'ed', method: 'POST', path: '/organizers', json: { organizer: 'Somebody' } });
  startGeocoder();
  await steppedClock.pass(120_000);
  expect(server.requests).toEqual([]);
});

test('An address that is not found is requested again only after it has changed', async () => {
  const { server, steppedClock, startGeocoder, addVenue, changeVenue, venue } = await startGeocodedApp();
  server.answer(nothingFound);
  const id = await addVenue(mill);
  startGeocoder();
  await steppedClock.pass(600_000);
  expect(await changeVenue(id, { venue: 'New Mill' })).toBe(200);
  await steppedClock.pass(120_000);
  expect(server.addresses()).toHaveLength(1);

  server.answer(found('45.7', '4.8'));
  expect(await changeVenue(id, { address: '6 Rue Noire' })).toBe(200);
  await steppedClock.until(async () => (await venue(id)).geo_lat === 45.7);
  expect(server.addresses()).toEqual(['5 Rue Noire, 69001 Lyon, France', '6 Rue Noire, 69001 Lyon, France']);
});

test('Coordinates that an editor has removed are not added again', async () => {
  const { server, steppedClock, startGeocoder, addVenue, changeVenue, venue } = await startGeocodedApp();
  server.answer(found('45.7', '4.8'));
  const id = await addVenue(mill);
  startGeocoder();
  await steppedClock.until(async () => (await venue(id)).geo_lat === 45.7);
  await changeVenue(id, { geo_lat: null, geo_lng: null });
  await steppedClock.pass(120_000);
  expect(await venue(id)).not.toHaveProperty('geo_lat');
  expect(server.addresses()).toHaveLength(1);
});

test('A venue that is restored from the trash is geocoded', async () => {
  const { server, steppedClock, startGeocoder, addVenue, changeVenue, venue } = await startGeocodedApp();
  server.answer(found('45.7', '4.8'));
  const id = await addVenue({ ...mill, status: 'trash' });
  startGeocoder();
  await steppedClock.pass(10_000);
  await changeVenue(id, { status: 'publish' });
  await steppedClock.until(async () => (await venue(id)).geo_lat === 45.7);
});

test('A result is discarded if the venue has been given coordinates, moved, trashed or deleted meanwhile', async () => {
  const { server, steppedClock, startGeocoder, addVenue, changeVenue, venue, request } = await startGeocodedApp();
  const add = (street: string) => addVenue({ venue: street, address: street });
  const ids = { placed: await add('1'), moved: await add('2'), trashed: await add('3'), deleted: await add('4') };
  const meanwhile: Record<string, () => Promise<unknown>> = {
    1: () => changeVenue(ids.placed, { geo_lat: 1, geo_lng: 2 }),
    2: () => changeVenue(ids.moved, { address: '5' }),
    3: () => changeVenue(ids.trashed, { status: 'trash' }),
    4: () => request({ as: 'ed', method: 'DELETE', path: `/venues/${ids.deleted}`, query: { force: true } }),
  };
  server.answer(async (response, request) => {
    await meanwhile[request.query['q'] ?? '']?.();
    found('45.7', '4.8')(response, request);
  });
  startGeocoder();
  await steppedClock.until(() => server.requests.length === 5);
  await steppedClock.pass(60_000);
  expect(server.addresses().sort()).toEqual(['1', '2', '3', '4', '5']);
  expect(await venue(ids.placed)).toMatchObject({ geo_lat: 1, geo_lng: 2 });
  expect(await venue(ids.moved)).toMatchObject({ geo_lat: 45.7, geo_lng: 4.8 });
  expect(await venue(ids.trashed)).not.toHaveProperty('geo_lat');

  await changeVenue(ids.trashed, { status: 'publish', phone: '1' });
  meanwhile[3] = async () => undefined;
  await steppedClock.until(async () => (await venue(ids.trashed)).geo_lat === 45.7);
});
