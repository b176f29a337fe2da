import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codingFor, codings, compress, isWorthCompressing } from './content-coding.ts';

describe('the negotiated content coding', () => {
  const cases: [header: string | undefined, coding: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, zstd', 'zstd'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['br;q=0, gzip ; q=0.001', 'gzip'],
    ['br;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'zstd'],
    ['identity', undefined],
    ['identity, gzip', 'gzip'],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=1', 'gzip'],
    ['identity;q=0, deflate', undefined],
    ['deflate, compress', undefined],
    ['gzip;q=2', undefined],
    ['gzip;q=0.1234', undefined],
    ['gzip;level=1', undefined],
    ['br;q=x, gzip', 'gzip'],
    [', ,gzip,', 'gzip'],
  ];
  test.each(cases)('The Accept-Encoding header %j selects %s', (header, coding) =>
    expect(codingFor(header)).toBe(coding),
  );

  test('A coding that Accept-Encoding excludes is never chosen', () => {
    const member = fc.record({
      name: fc.constantFrom(...codings, 'identity', '*', 'deflate'),
      q: fc.constantFrom(0, 0.3, 1),
    });
    fc.assert(
      fc.property(fc.uniqueArray(member, { selector: ({ name }) => name }), (members) => {
        const coding = codingFor(members.map(({ name, q }) => `${name};q=${q}`).join(','));
        const weight = (name: string) => members.find((one) => one.name === name)?.q;
        const best = Math.max(0, ...codings.map((name) => weight(name) ?? weight('*') ?? 0));
        if (coding === undefined) expect(best === 0 || best < (weight('identity') ?? 0)).toBe(true);
        else expect(weight(coding) ?? weight('*')).toBe(best);
      }),
    );
  });
});

test('Only texts of at least 1 KiB without a coding are worth compressing', () => {
  expect(isWorthCompressing(1024, { 'content-type': 'application/json; charset=UTF-8' })).toBe(true);
  expect(isWorthCompressing(1023, { 'content-type': 'application/json' })).toBe(false);
  const texts = [
    'text/calendar',
    'application/atom+xml',
    'application/feed+json',
    'application/jsonl',
    'text/csv; charset=utf-8',
  ];
  for (const type of texts) expect(isWorthCompressing(9999, { 'content-type': type }), type).toBe(true);
  for (const type of ['image/png', 'application/octet-stream', 'application/zip'])
    expect(isWorthCompressing(9999, { 'content-type': type }), type).toBe(false);
  expect(isWorthCompressing(9999, { 'content-type': 'text/html', 'content-encoding': 'gzip' })).toBe(false);
});

test('A body survives compression and decompression', async () => {
  const bytes = Buffer.from('an evening in the museum '.repeat(100));
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
  for (const coding of codings) {
    const packed = await compress(coding, bytes);
    expect(packed.length).toBeLessThan(bytes.length / 5);
    expect(unpack[coding](packed).equals(bytes), coding).toBe(true);
  }
});
