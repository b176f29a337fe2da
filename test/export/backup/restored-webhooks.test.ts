// A copy of a calendar must not send messages to the receivers of the original.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, temporaryFolder } from '../../support/run-cli.ts';
import { databaseSettingsOf } from '../../support/test-store.ts';

type Cli = (...args: string[]) => ReturnType<typeof runInProcess>;

async function calendarIn(folder: string): Promise<Cli> {
  const environment = await databaseSettingsOf(folder);
  return (...args) => runInProcess(args, { folder, environment });
}

const hook = 'http://127.0.0.1:8000/hook';

/** A calendar with a webhook, and its backup. */
async function original() {
  const folder = temporaryFolder();
  const cli = await calendarIn(folder);
  await cli('user', 'add', 'admin', '--role', 'administrator');
  await cli('webhook', 'add', hook, '--webhook-allow', '127.0.0.1:8000');
  const backup = join(folder, 'calendar.tar');
  expect(await cli('backup', backup)).toMatchObject({ code: 0 });
  return { cli, backup };
}

const statuses = async (cli: Cli) =>
  (JSON.parse((await cli('webhook', 'list', '--json')).out) as { status: string }[]).map(({ status }) => status);

test('Webhooks are paused when a backup is restored elsewhere, also for a second time, and it is said', async () => {
  const { backup } = await original();
  const staging = await calendarIn(temporaryFolder());
  const restored = await staging('restore', backup);
  expect(restored).toMatchObject({ code: 0, err: expect.stringContaining('Paused webhook 1, ') });
  expect(restored.err).toContain('"kalends webhook resume 1"');
  expect(await statuses(staging)).toEqual(['paused']);
  expect((await staging('audit')).out).toMatch(/restore +.*webhook/);
  expect(await staging('restore', backup, '--force')).toMatchObject({ err: expect.stringContaining('Paused') });
  expect(await statuses(staging)).toEqual(['paused']);
  const { out } = await staging('restore', backup, '--force', '--json');
  expect(JSON.parse(out)).toMatchObject({ ok: true, paused_webhooks: [1] });
});

test('Webhooks that are active in the calendar that a backup replaces stay active', async () => {
  const { cli, backup } = await original();
  const { code, err } = await cli('restore', backup, '--force');
  expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('webhook') });
  expect(await statuses(cli)).toEqual(['active']);
  await cli('webhook', 'pause', '1');
  await cli('restore', backup, '--force');
  expect(await statuses(cli)).toEqual(['paused']);
});

test('--keep-webhooks leaves the webhooks of a calendar that moves active', async () => {
  const { backup } = await original();
  const moved = await calendarIn(temporaryFolder());
  expect((await moved('restore', backup, '--keep-webhooks')).err).not.toContain('webhook');
  expect(await statuses(moved)).toEqual(['active']);
});

test('kalends copy pauses the webhooks of the copy, unless they are to be kept', async () => {
  const folder = temporaryFolder();
  const on =
    (data: string): Cli =>
    (...args) =>
      runInProcess([...args, '--data', data], { folder, environment: { DATABASE_URL: '' } });
  await on('a')('user', 'add', 'admin', '--role', 'administrator');
  await on('a')('webhook', 'add', hook, '--webhook-allow', '127.0.0.1:8000');
  const copy = (...args: string[]) => runInProcess(['copy', '--from', 'sqlite:a', ...args], { folder });
  const copied = await copy('--to', 'sqlite:b');
  expect(copied).toMatchObject({ code: 0, err: expect.stringContaining('Paused webhook 1, ') });
  expect(await statuses(on('b'))).toEqual(['paused']);
  expect(await statuses(on('a'))).toEqual(['active']);
  const kept = await copy('--to', 'sqlite:c', '--keep-webhooks', '--json');
  expect(JSON.parse(kept.out)).toMatchObject({ ok: true, paused_webhooks: [] });
  expect(await statuses(on('c'))).toEqual(['active']);
});
