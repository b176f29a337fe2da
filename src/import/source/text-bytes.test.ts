import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/run-cli.ts';
import { findEncoding } from './text-bytes.ts';

const encodingOf = (bytes: Uint8Array) => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, bytes);
  return findEncoding({ name: 'file', path }, 64 * 1024 * 1024, 'folded');
};

test.each([
  ['a fold inside of a character', 'utf-8', Buffer.from('A:\xc3\r\r\n \xbc\n\t\xc3\n \xbc', 'latin1')],
  ['bytes that are not UTF-8', 'windows-1252', Buffer.from('A:\xc3\r\r\nB:\xbc', 'latin1')],
])('A file with %s is %s', async (_what, encoding, bytes) => expect(await encodingOf(bytes)).toBe(encoding));

test('Many carriage returns in a row take linear time', async () => {
  const returns = '\r'.repeat(300_000);
  expect(await encodingOf(Buffer.from(`${returns}A${returns}\n B${returns}`))).toBe('utf-8');
});
