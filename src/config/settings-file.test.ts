import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { settingsLine } from './settings-file.ts';

test.each(['plain', 'two words', 'a#b', ' spaces around ', '"quoted"', "'quoted'", "it's # here", '`ticks`', ''])(
  'Node reads %j from the settings file as it was written',
  (value) => {
    expect(parseEnv(settingsLine('KALENDS_SITE_NAME', value) ?? '')).toEqual({ KALENDS_SITE_NAME: value });
  },
);

test.each(['back\\slash', 'two\nlines', `both ' and " with \\`])(
  '%j cannot be written to the settings file',
  (value) => {
    expect(settingsLine('KALENDS_SITE_NAME', value)).toBeUndefined();
  },
);
