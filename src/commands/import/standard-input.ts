import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { capped } from '../../fetch/capped-body.ts';
import { calendarLimits } from '../../import/ical/components.ts';
import type { Source } from '../../import/source/read-pieces.ts';
import { OperationFailed } from '../../shell.ts';

/** Saves standard input to a file, because it is read twice. Throws OperationFailed. */
export async function readStandardInput(
  folder: string,
  input: AsyncIterable<Uint8Array> = process.stdin,
  maxBytes = calendarLimits.fileBytes,
): Promise<Source> {
  const path = join(folder, 'standard-input');
  const tooLong = () => new OperationFailed('Standard input is too long. Nothing was imported.');
  await pipeline(capped(input, maxBytes, tooLong), createWriteStream(path, { mode: 0o600 }));
  return { name: 'standard input', path, site: '' };
}
