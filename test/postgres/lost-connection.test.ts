// What commands say about a calendar if the connection to its database is lost.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';
import { startTcpProxy } from '../support/servers/tcp-proxy.ts';
import { createEmptyDatabase } from '../support/test-store.ts';

/** The connection breaks at the first packet with `last` after one with `first`. */
const breakingAt = (url: string, first: string, last: string) => {
  let hasBegun = false;
  let isBroken = false;
  return startTcpProxy(url, (end) => ({
    fromClient(bytes) {
      hasBegun ||= bytes.includes(first);
      if (!hasBegun || isBroken || !bytes.includes(last)) return;
      isBroken = true;
      end();
    },
    forwardsReply: () => true,
  }));
};

async function folderWithBackup() {
  const folder = temporaryFolder();
  const inFolder = { folder, environment: { DATABASE_URL: '' } };
  await runInProcess(['user', 'add', 'admin', '--role', 'administrator'], inFolder);
  await runInProcess(['backup', 'calendar.tar'], inFolder);
  return folder;
}

const insert = 'insert into "users"';
const repeat = 'Run the same command again when the database is available.';
const lost = 'kalends: The connection to the database is lost.';

test.each([
  [insert, `Nothing was copied. ${repeat}`, `The calendar is as it was. ${repeat}`],
  ['; commit', ...Array(2).fill('It is unknown whether this was completed: run the same command again, with --force.')],
])('A copy and a restore whose connection breaks at %s say what they have left', async (at, copied, restored) => {
  const folder = await folderWithBackup();
  const [first, second] = [await createEmptyDatabase(), await createEmptyDatabase()];
  const copy = ['copy', '--from', 'sqlite:data', '--to', 'env:THERE'];
  const onCopy = { folder, environment: { DATABASE_URL: '', THERE: await breakingAt(first, insert, at) } };
  expect(await runInProcess(copy, onCopy)).toMatchObject({ code: 1, err: `${lost} ${copied}\n` });
  expect(await runInProcess([...copy, '--force'], onCopy)).toMatchObject({ code: 0 });

  const restore = ['restore', join(folder, 'calendar.tar')];
  const onRestore = { folder: temporaryFolder(), environment: { DATABASE_URL: await breakingAt(second, insert, at) } };
  expect(await runInProcess(restore, onRestore)).toMatchObject({ code: 1, err: `${lost} ${restored}\n` });
  expect(await runInProcess([...restore, '--force'], onRestore)).toMatchObject({ code: 0 });
});
