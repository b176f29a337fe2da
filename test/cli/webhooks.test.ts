import { expect, test } from 'vitest';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';

async function calendar() {
  const folder = temporaryFolder();
  const cli = (...args: string[]) => runInProcess(args, { folder });
  expect((await cli('user', 'add', 'admin', '--role', 'administrator')).code).toBe(0);
  return cli;
}

const url = 'http://127.0.0.1:8000/hook';

test('A webhook is added, listed, paused, resumed and removed at the command line', async () => {
  const cli = await calendar();
  const added = await cli(
    'webhook',
    'add',
    url,
    '--types',
    'event.*,venue.created',
    '--webhook-allow',
    '127.0.0.1:8000',
  );
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^whsec_\S{44}\n$/) });
  const list = async () => JSON.parse((await cli('webhook', 'list', '--json')).out) as object[];
  expect(await list()).toMatchObject([{ id: 1, url, types: ['event.*', 'venue.created'], status: 'active' }]);
  expect((await cli('webhook', 'list')).out).toMatch(/1 +active +0 +0 +event\.\*,venue\.created +http:/);
  expect((await cli('webhook', 'pause', '1')).err).toBe('Paused webhook 1.\n');
  expect(await list()).toMatchObject([{ status: 'paused' }]);
  await cli('webhook', 'resume', '1');
  expect(await list()).toMatchObject([{ status: 'active' }]);
  await cli('webhook', 'remove', '1');
  expect(await list()).toEqual([]);
});

test('Messages are queued, listed and replayed, and secrets changed', async () => {
  const cli = await calendar();
  const { out } = await cli('webhook', 'add', url, '--json', '--webhook-allow', '127.0.0.1:8000');
  const { secret } = JSON.parse(out) as { secret: string };
  expect((await cli('webhook', 'ping', '1')).err).toBe('Queued a test message to webhook 1.\n');
  expect(JSON.parse((await cli('webhook', 'log', '1', '--json')).out)).toMatchObject([{ id: 1, type: 'ping' }]);
  expect((await cli('webhook', 'log', '1')).out).toMatch(/1 .* ping +pending +0/);
  expect((await cli('webhook', 'log', '1', '--failed', '--json')).out).toBe('[]\n');
  expect((await cli('webhook', 'replay', '1', '1')).err).toBe('Deliveries to be sent again: 1.\n');
  const rotated = (await cli('webhook', 'rotate', '1')).out.trim();
  expect(rotated).toMatch(/^whsec_/);
  expect(rotated).not.toBe(secret);
});

test.each([
  [['add', url], 1, 'url must be a URL that starts with https:// or http://, at a public host'],
  [['add', 'https://a.example', '--types', 'event.exploded'], 1, 'types must be one of: *, event.*'],
  [['add', 'https://93.184.215.14', '--categories', '7'], 1, 'categories must be the id'],
  [['pause', '7'], 1, 'Webhook not found.'],
  [['log', 'x'], 2, 'Invalid webhook id "x".'],
  [['replay', '7'], 1, 'Webhook not found.'],
  [['replay', '7', 'x'], 2, 'Invalid delivery id "x".'],
] as const)('kalends webhook %j is refused with a reason', async (args, code, reason) => {
  const cli = await calendar();
  expect(await cli('webhook', ...args)).toMatchObject({ code, err: expect.stringContaining(reason), out: '' });
});
