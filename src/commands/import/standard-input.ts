import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { calendarLimits } from '../../import/ical/components.ts';
import type { Source } from '../../import/source/read-pieces.ts';
import { OperationFailed } from '../../shell.ts';

/** Saves standard input to a file, because it is read twice. Throws OperationFailed. */
export async function readStandardInput(folder: string): Promise<Source> {
  const path = join(folder, 'standard-input');
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const isTooLong = bytes > calendarLimits.fileBytes;
      done(isTooLong ? new OperationFailed('Standard input is too long. Nothing was imported.') : null, chunk);
    },
  });
  await pipeline(process.stdin, limited, createWriteStream(path, { mode: 0o600 }));
  return { name: 'standard input', path, site: '' };
}
