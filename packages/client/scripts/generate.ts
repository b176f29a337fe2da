// npm run client:types: generates the client's types from the service's document. They are not in the repository.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentWithoutSettings, startService } from '../../../scripts/service.ts';
import { type Document, typesOf } from './types-of.ts';

const target = fileURLToPath(new URL('../src/schema.ts', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'kalends-types-'));
const service = await startService(['--data', data, '--log-level', 'error'], environmentWithoutSettings());
try {
  const reply = await fetch(`${service.origin}/wp-json/calendar/events/v1/doc`);
  // Replaced atomically, because the compiler may be reading it.
  writeFileSync(`${target}.new`, await typesOf((await reply.json()) as Document));
  renameSync(`${target}.new`, target);
} finally {
  await service.stop();
  rmSync(data, { recursive: true, force: true });
}
