import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';

test('If a file cannot be used, as on a full disk, reading an archive ends with that error alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'calendar.tar');
  const { signal } = new AbortController();
  await writeArchive({ path, part: `${path}.part`, signal, mtime: new Date(0) }, async (archive) => {
    for (let n = 1; n <= 50; n++) await archive.add(`media/${n}`, 100_000, [Buffer.alloc(100_000)]);
  });
  const read = readArchive(path, async (_, content) => {
    for await (const _ of content);
    // Meanwhile the next files are read.
    await pause(50);
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  await expect(read).rejects.toThrow('no space left on device');
  // An error in an event of a stream would be reported now, and fail the test.
  await pause(50);
});
