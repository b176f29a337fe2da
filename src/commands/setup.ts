import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { SettingName } from '../config/settings.ts';
import { settingsFilePath } from '../config/settings-file.ts';
import { type Shell, WrongUsage } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

/** Settings without a sensible default. */
const asked = ['siteName', 'timezone', 'language', 'siteUrl', 'databaseUrl'] as const satisfies readonly SettingName[];
const written = [...asked, 'data', 'host', 'port', 'trustedProxies'] as const satisfies readonly SettingName[];

const examples = `
On a terminal it asks for settings that no option gives; otherwise it uses the defaults.

Examples:
  $ kalends setup
  $ kalends setup --site-name "Town calendar" --timezone Europe/Paris --language fr --site-url https://events.example.org`;

export function declareSetup(program: Command, shell: Shell): void {
  const command = addSettings(program.command('setup'), written);
  command
    .description('write kalends.env, create the calendar and its administrator, and check both')
    .option('--admin <login>', 'login of the first administrator (default: admin)')
    .option('--email <address>', "the administrator's e-mail address")
    .option('--force', 'replace an existing kalends.env')
    .addHelpText('after', examples)
    .action(async (options: { admin?: string; email?: string; force?: true }) => {
      const { readNewUser } = await import('./accounts/account-rules.ts');
      const { createZones } = await import('../core/dates/zones.ts');
      const parseZone = createZones().parse;
      // Invalid options are reported before any question.
      readSettings(command, written, shell, parseZone);
      const administratorOf = (login: string) => readNewUser({ login, email: options.email, role: 'administrator' });
      let administrator = administratorOf(options.admin ?? 'admin');
      const path = settingsFilePath(shell.workingFolder, shell.environment);
      if (existsSync(path) && !options.force)
        throw new WrongUsage(`${path} already exists: --force replaces it, "kalends doctor" checks it.`);
      const { askForSettings, readTexts } = await import('./setup/ask.ts');
      const texts = readTexts(written, command.opts(), shell.environment);
      if (shell.ask) {
        await askForSettings(asked, texts, { ...shell, ask: shell.ask, parseZone });
        if (options.admin === undefined)
          administrator = administratorOf((await shell.ask('Login of the administrator [admin]: ')).trim() || 'admin');
      }
      const { setUp } = await import('./setup/set-up.ts');
      await setUp({ texts, path, administrator, shell, parseZone });
    });
}
