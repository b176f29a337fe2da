import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { png } from '../support/media/images.ts';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { listenLocally } from '../support/servers/listen-locally.ts';
import { bucketSettings, startS3Server } from '../support/servers/s3-server.ts';

test.each<[name: string, given: (endpoint: string) => Record<string, string>, finding: RegExp]>([
  ['can be read', () => ({}), /^ok +bucket +pictures at http\S+ can be read; .* is not tried\.$/m],
  [
    'does not exist',
    () => ({ KALENDS_S3_BUCKET: 'picture' }),
    /^PROBLEM +bucket +picture at .* answered 404 \(NoSuchBucket\); see /m,
  ],
  [
    'is part of the endpoint too',
    (endpoint) => ({ KALENDS_S3_ENDPOINT: `${endpoint}/pictures` }),
    /^PROBLEM +bucket +pictures at .*404 \(NoSuchKey\)/m,
  ],
  [
    'refuses the secret',
    () => ({ KALENDS_S3_SECRET_ACCESS_KEY: 'x' }),
    /^PROBLEM +bucket .*403 \(SignatureDoesNotMatch\)/m,
  ],
  ['cannot be reached', () => ({ KALENDS_S3_ENDPOINT: 'http://127.0.0.1:9' }), /^PROBLEM +bucket .*cannot be reached/m],
])('kalends doctor looks at a bucket that %s', async (_, given, finding) => {
  const { endpoint } = await startS3Server('pictures');
  const environment = { ...bucketSettings(endpoint), ...given(endpoint) };
  const { code, out } = await runInProcess(['doctor', '--port', '0'], { folder: temporaryFolder(), environment });
  expect(out).toMatch(finding);
  expect(code).toBe(out.includes('PROBLEM') ? 1 : 0);
});

test('kalends doctor finds a user of a bucket who may list files but not read them', async () => {
  const server = await startS3Server('pictures');
  server.deniesReading = true;
  const environment = bucketSettings(server.endpoint);
  const { out } = await runInProcess(['doctor', '--port', '0'], { folder: temporaryFolder(), environment });
  expect(out).toMatch(/^PROBLEM +bucket .*403 \(AccessDenied\)/m);
});

test('A dry run of a restore does not use the bucket', async () => {
  const picture = await png();
  const pictures = createServer((_, reply) => void reply.writeHead(200, { 'content-type': 'image/png' }).end(picture));
  const at = await listenLocally(pictures);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.csv'), `title,start_date,image\nFair,2027-01-01,${at}/a.png\n`);
  await runInProcess(['import', '--fetch-allow', new URL(at).host, 'town.csv'], { folder });
  await runInProcess(['export', '--output', 'town.ndjson', '--media', 'pictures'], { folder });
  const server = await startS3Server('pictures');
  server.failWith = 403;
  const restore = ['import', join(folder, 'town.ndjson'), '--media', join(folder, 'pictures')];
  const options = { folder: temporaryFolder(), environment: bucketSettings(server.endpoint) };
  const tried = await runInProcess([...restore, '--dry-run', '--json'], options);
  expect(JSON.parse(tried.out)).toMatchObject({ ok: true, counts: { events: { created: 1 } }, notes: [] });
  expect(await runInProcess(restore, options)).toMatchObject({ code: 1, err: expect.stringContaining('403') });
});
