import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readStandardInput } from './gather-files.ts';

const { signal } = new AbortController();

test('Standard input is saved up to a limit, so that it does not fill the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-input-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const input = () => Readable.from([Buffer.from('{"events":'), Buffer.from('[]}')]);
  const { path } = await readStandardInput({ folder, signal }, input(), 13);
  expect(readFileSync(path, 'utf8')).toBe('{"events":[]}');
  await expect(readStandardInput({ folder, signal }, input(), 12)).rejects.toThrow('Standard input is too long.');
});

test('After standard input was too long, no file appears in its folder any more', async () => {
  for (let time = 0; time < 20; time++) {
    const folder = mkdtempSync(join(tmpdir(), 'kalends-input-'));
    const tooLong = readStandardInput({ folder, signal }, Readable.from([Buffer.from('{}')]), 1);
    await expect(tooLong).rejects.toThrow('Standard input is too long.');
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await pause(5);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  }
});
