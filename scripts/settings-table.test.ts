import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingNames } from '../src/config/settings.ts';
import { withSettings } from './settings-table.ts';

const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');

test('docs/configuration.md lists the settings of the program (npm run docs:settings writes it)', () => {
  expect(page).toContain('KALENDS_PORT');
  expect(withSettings(page)).toBe(page);
  expect(page.match(/^\| `(?:KALENDS|DATABASE)_/gm)).toHaveLength(settingNames.length);
});
