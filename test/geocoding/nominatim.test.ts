import { expect, test } from 'vitest';
import { type Address, createNominatim, GeocoderFailed, queryOf } from '../../src/geocoding/nominatim.ts';
import { found, nothingFound, refused, silent, startFakeNominatim } from '../support/servers/fake-nominatim.ts';

const nowMs = () => Date.parse('2027-03-01T12:00:00Z');
const mill: Address = { street: '5 Rue Noire', zip: '69001', city: 'Lyon', region: '', country: 'France' };
const options = { userAgent: 'Kalends/1.0.0 (calendar@example.org)', language: 'pt-br', nowMs };

async function setUp(suffix = '', timeoutMs = 10_000) {
  const server = await startFakeNominatim();
  const geocoder = createNominatim({ ...options, url: server.url + suffix, timeoutMs });
  return { server, ask: (address = mill) => geocoder.locate(address, new AbortController().signal) };
}

test('Requests to Nominatim follow its usage policy', async () => {
  const { server, ask } = await setUp();
  server.answer(found('45.7675', '-4.834'));
  expect(await ask()).toEqual({ lat: 45.7675, lng: -4.834 });
  expect(server.requests).toMatchObject([
    {
      path: '/search',
      query: { format: 'jsonv2', limit: '1', q: '5 Rue Noire, 69001 Lyon, France' },
      headers: {
        'user-agent': 'Kalends/1.0.0 (calendar@example.org)',
        'accept-language': 'pt-br',
        accept: 'application/json',
      },
    },
  ]);
});

test.each([
  ['/', '/search'],
  ['/nominatim/', '/nominatim/search'],
  ['/v1/search', '/v1/search'],
  ['/v1?key=k&format=json', '/v1/search'],
])('The server at %s', async (suffix, path) => {
  const { server, ask } = await setUp(suffix);
  expect(await ask()).toBeUndefined();
  expect(server.requests[0]?.path).toBe(path);
  if (suffix.includes('key')) expect(server.requests[0]?.query).toMatchObject({ key: 'k', format: 'json' });
});

test.each<[Partial<Address>, string]>([
  [{ street: '', zip: '', country: '' }, 'Lyon'],
  [{ zip: '' }, '5 Rue Noire, Lyon, France'],
  [{ street: ' 5  Rue\nNoire ', region: 'France' }, '5 Rue Noire, 69001 Lyon, France'],
  [{ street: 'é&=?#'.repeat(100) }, 'é&=?#'.repeat(60)],
])('The query of %j is %s', async (parts, text) => {
  expect(queryOf({ ...mill, ...parts })).toBe(text);
  const { server, ask } = await setUp();
  server.answer(nothingFound);
  await ask({ ...mill, ...parts });
  expect(server.addresses()).toEqual([text]);
});

test.each([
  ['45', 45],
  ['-0.5', -0.5],
  [12.25, 12.25],
])('%j are valid coordinates', async (text, degrees) => {
  const { server, ask } = await setUp();
  server.answer(found(text, text));
  expect(await ask()).toEqual({ lat: degrees, lng: degrees });
});

test.each([
  ['', ''],
  [null, 1],
  ['0x10', 1],
  ['1e1', 1],
  ['90.1', 1],
  ['1', '-180.5'],
  [[1], 1],
])('%j, %j are no coordinates', async (lat, lon) => {
  const { server, ask } = await setUp();
  server.answer(found(lat, lon));
  await expect(ask()).rejects.toBeInstanceOf(GeocoderFailed);
});

test.each([
  ['120', 120_000],
  ['Mon, 01 Mar 2027 12:01:00 GMT', 60_000],
  ['Mon, 01 Mar 2027 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
])('Retry-After: %s', async (header, waitMs) => {
  const { server, ask } = await setUp();
  server.answer(refused(503, { 'retry-after': header }));
  await expect(ask()).rejects.toMatchObject({ message: 'status 503', waitMs });
});

test('A redirect is not followed', async () => {
  const elsewhere = await startFakeNominatim();
  const { server, ask } = await setUp();
  server.answer(refused(301, { location: `${elsewhere.url}/search` }));
  await expect(ask()).rejects.toThrow('status 301');
  expect(elsewhere.requests).toEqual([]);
});

test('The error of a slow server does not contain the URL', async () => {
  const { server, ask } = await setUp('?key=secret', 150);
  server.answer(silent);
  await expect(ask()).rejects.toThrow(/^no answer in time$/);
  server.answer((response) => void response.write('['));
  await expect(ask()).rejects.toThrow(/^no answer in time$/);
});

test('The error of a verbose or unreachable server does not contain the URL', async () => {
  const { server, ask } = await setUp('?key=secret');
  server.answer(refused(200, {}, '1'.repeat(70_000)));
  await expect(ask()).rejects.toThrow(/^an answer without end$/);
  server.answer((response) => response.destroy());
  await expect(ask()).rejects.toThrow(/^no answer \([A-Z_]+\)$/);
});

test('The signal aborts a request with its own reason', async () => {
  const server = await startFakeNominatim();
  const stopping = new AbortController();
  server.answer(() => stopping.abort(new Error('stopped')));
  const geocoder = createNominatim({ ...options, url: server.url });
  await expect(geocoder.locate(mill, stopping.signal)).rejects.toThrow('stopped');
});
