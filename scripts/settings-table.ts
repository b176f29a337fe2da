// Writes the table of settings into docs/configuration.md: npm run docs:settings. A test fails if it is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withSettings } from './settings-table/table.ts';

const page = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));
writeFileSync(page, withSettings(readFileSync(page, 'utf8')));
