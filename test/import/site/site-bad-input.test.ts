// Sites that are no calendar, or never end: a clear report, bounded, and nothing written.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TransferProblem } from '../../../src/core/transfer-problem.ts';
import { type Quirks, siteEvent } from '../../support/fake-wordpress.ts';
import { startTestApp } from '../../support/test-app.ts';
import { temporaryFolder } from '../support.ts';
import { moveIn } from './support.ts';
import { startTown } from './town.ts';

describe('an address without a calendar', () => {
  const cases: [name: string, quirks: Quirks, problem: RegExp][] = [
    ['the same page for ever', { stuck: true }, /go round in circles/],
    [
      '500 for ever',
      { before: (_, reply) => Boolean(reply.writeHead(500).end('oops')) },
      /answers 500 \(asked 3 times\)/,
    ],
    [
      '10 GB',
      {
        before: (_, reply) => {
          reply.writeHead(200, { 'content-type': 'application/json' });
          const chunk = Buffer.alloc(256 * 1024, 32);
          const more = () => void (reply.destroyed || reply.write(chunk, () => setImmediate(more)));
          more();
          return true;
        },
      },
      /answers more than 1 MiB on one page/,
    ],
    [
      'a drip',
      {
        before: (_, reply) => {
          reply.writeHead(200, { 'content-type': 'application/json' });
          const timer = setInterval(() => reply.write(' '), 20);
          reply.on('close', () => clearInterval(timer));
          return true;
        },
      },
      /breaks off: no answer in time/,
    ],
    [
      'HTML only',
      {
        restRoot: '/nothing-here/',
        missing: ['events'],
        before: (path, reply) =>
          path !== '/' && Boolean(reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi')),
      },
      /shows no calendar with this interface|a web page instead of JSON/,
    ],
  ];
  test.each(cases)('%s', async (_, quirks, problem) => {
    const site = await startTown(quirks);
    const app = await startTestApp();
    const version = app.store.version();
    const limits = { attempts: 3, replyMs: 300, pageBytes: 1024 ** 2 };
    const failed = moveIn(app, quirks.restRoot ? site.origin : site.address, { limits });
    await expect(failed).rejects.toThrow(TransferProblem);
    await expect(failed).rejects.toThrow(problem);
    expect(app.store.version()).toBe(version);
  });
});

test('A dry run writes nothing and fetches no image', async () => {
  const folder = join(temporaryFolder(), 'imports');
  const site = await startTown();
  site.records.events[5] = siteEvent(site, 6, { image: { url: `${site.origin}/a.png`, id: 700 } });
  const app = await startTestApp();
  const version = app.store.version();
  const { report } = await moveIn(app, site.address, { dryRun: true, folder });
  expect(report.counts.events.created).toBe(118);
  expect(app.store.version()).toBe(version);
  expect(site.requests.some(({ path }) => path === '/a.png')).toBe(false);
  expect(existsSync(join(folder, 'plan.json'))).toBe(false);
});
