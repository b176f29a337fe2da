// The zone of a site without KALENDS_TIMEZONE, by the variable TZ.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';

async function zoneWith(environment: Readonly<Record<string, string>>, folder = temporaryFolder()) {
  const { out, err } = await runInProcess(['doctor', '--port', '0'], { folder, environment });
  return { zone: /the site is in (\S+)\./.exec(out)?.[1], err };
}

test.each(['', ':'])(
  'If TZ is %s and the path of a link into the time zone database, the site is in its zone',
  async (colon) => {
    const folder = temporaryFolder();
    const file = join(folder, 'zoneinfo/Asia/Tokyo');
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    const link = join(folder, 'localtime');
    symlinkSync(file, link);
    expect(await zoneWith({ TZ: `${colon}${link}` }, folder)).toEqual({ zone: 'Asia/Tokyo', err: '' });
  },
);

test('The colon before a zone in TZ has no meaning', async () => {
  expect(await zoneWith({ TZ: ':Asia/Tokyo' })).toEqual({ zone: 'Asia/Tokyo', err: '' });
});

test.each(['CET-1CEST', ':/etc/none', '/etc/hostname'])('With TZ=%s the site is in UTC, which is said', async (TZ) => {
  expect(await zoneWith({ TZ })).toEqual({
    zone: 'UTC',
    err: `kalends: TZ is "${TZ}", which names no known time zone: the site is in UTC. Set KALENDS_TIMEZONE to its zone.\n`,
  });
  expect(await zoneWith({ TZ, KALENDS_TIMEZONE: 'Asia/Tokyo' })).toEqual({ zone: 'Asia/Tokyo', err: '' });
});
