// Writes the table of settings into docs/configuration.md: npm run docs:settings. A test fails if it is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingNames, settings } from '../src/config/settings.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The page with its table of settings as the program has them. */
export function withSettings(page: string): string {
  const rows = settingNames.map((name) => {
    const { flags, variable, description, expected, defaultText } = settings[name];
    const option = flags ? `\`${cell(flags.split(' ')[0] as string)}\`` : '';
    return `| \`${variable}\` | ${option} | ${cell(description)} | ${cell(expected)} | ${cell(defaultText)} |`;
  });
  const table = ['| Variable | Option | What it is | Accepted | Default |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
  return page.replace(
    /(<!-- settings:begin -->\n).*?(<!-- settings:end -->)/s,
    (_, begin: string, end: string) => `${begin}${table}\n${end}`,
  );
}

if (import.meta.main) {
  const page = join(import.meta.dirname, '../docs/configuration.md');
  writeFileSync(page, withSettings(readFileSync(page, 'utf8')));
}
