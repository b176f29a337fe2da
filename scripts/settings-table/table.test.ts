import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingNames } from '../../src/config/settings.ts';
import { withSettings } from './table.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('the README has the settings of the program (npm run docs:settings writes them)', () => {
  expect(readme).toContain('KALENDS_PORT');
  expect(withSettings(readme)).toBe(readme);
  expect(readme.match(/^\| `(?:KALENDS|DATABASE)_/gm)).toHaveLength(settingNames.length);
});
