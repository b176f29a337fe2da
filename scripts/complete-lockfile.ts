// npm run lock, after npm install: completes the lock file, so that `npm ci` accepts it on every machine.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { complete } from './lockfile/complete.ts';

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
writeFileSync(path, `${JSON.stringify(complete(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`);
