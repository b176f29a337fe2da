import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, temporaryFolder } from '../../support/run-cli.ts';
import { startService } from '../../support/running-service.ts';

async function servedOnce(): Promise<string> {
  const folder = temporaryFolder();
  await (await startService(['--site-url', 'https://events.example.org', '--synchronous', 'off'], { folder })).stop();
  return folder;
}

test('A restore of another calendar says that the service must be restarted', async () => {
  const [folder, other] = [await servedOnce(), await servedOnce()];
  await runInProcess(['backup', 'own.tar'], { folder });
  await runInProcess(['backup', 'other.tar'], { folder: other });
  const errorOf = async (path: string, to = folder) => {
    const { code, err } = await runInProcess(['restore', path, '--force'], { folder: to });
    expect(code).toBe(0);
    return err;
  };
  expect(await errorOf('own.tar')).not.toContain('restart');
  const foreign = join(other, 'other.tar');
  expect(await errorOf(foreign)).toContain('It is a backup of another calendar: restart the service if it is running.');
  expect(await errorOf(foreign)).not.toContain('restart');
  expect(await errorOf(foreign, temporaryFolder())).not.toContain('restart');
});
