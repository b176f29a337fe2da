// Writes the table of settings into README.md: npm run docs:settings. A test tells when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withSettings } from './settings-table/table.ts';

const readme = fileURLToPath(new URL('../README.md', import.meta.url));
writeFileSync(readme, withSettings(readFileSync(readme, 'utf8')));
