import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { openOrCreateCalendar, withCalendar } from '../../calendar-folder.ts';
import { type Config, type SettingName, settingNames, settings } from '../../config/settings.ts';
import { type Environment, findSettingsFile, settingsFilePath, settingsLine } from '../../config/settings-file.ts';
import { loadConfig } from '../../config.ts';
import { whyUnwritable } from '../../core/errors.ts';
import type { NewUser } from '../../resources/users/service.ts';
import { OperationFailed, type Shell, WrongUsage } from '../../shell.ts';
import { examine } from '../doctor/doctor.ts';
import { findingText } from '../doctor/finding.ts';
import { addSettings, configContext, optionsIn } from '../settings-options.ts';
import type { SetupTexts } from './ask.ts';

/** Settings without a sensible default. */
const promptedSettings = [
  'siteName',
  'timezone',
  'language',
  'siteUrl',
  'databaseUrl',
] as const satisfies readonly SettingName[];
const writtenSettings = [
  ...promptedSettings,
  'data',
  'host',
  'port',
  'trustedProxies',
] as const satisfies readonly SettingName[];

const examples = `
On a terminal it asks for settings that no option gives; otherwise it uses the defaults.

Examples:
  $ kalends setup
  $ kalends setup --site-name "Town calendar" --timezone Europe/Paris --language fr --site-url https://events.example.org`;

export function declareSetup(program: Command, shell: Shell): void {
  addSettings(program.command('setup'), writtenSettings)
    .description('write kalends.env, create the calendar and its administrator, and check both')
    .option('--admin <login>', 'login of the first administrator (default: admin)')
    .option('--email <address>', "the administrator's e-mail address")
    .option('--force', 'change an existing kalends.env; other settings in it stay')
    .addHelpText('after', examples)
    .action(async (options, command) => {
      const { readNewUser } = await import('../accounts/account-rules.ts');
      const { createZones } = await import('../../core/dates/zones.ts');
      const parseZone = createZones().parse;
      const given = optionsIn(command, writtenSettings);
      // Invalid options are reported before any question.
      loadConfig(writtenSettings, { options: given, environment: shell.environment }, configContext(shell, parseZone));
      const administratorOf = (login: string) => readNewUser({ login, email: options.email, role: 'administrator' });
      let administrator = administratorOf(options.admin ?? 'admin');
      const path = settingsFilePath(shell.workingFolder, shell.environment);
      if (existsSync(path) && !options.force)
        throw new WrongUsage(`${path} already exists: --force changes it, "kalends doctor" checks it.`);
      const { askForSettings, readTexts } = await import('./ask.ts');
      const texts = readTexts(writtenSettings, given, shell.environment);
      if (shell.ask) {
        const asked = promptedSettings.filter((name) => given[name] === undefined);
        await askForSettings(asked, texts, { ...shell, ask: shell.ask, parseZone });
        if (options.admin === undefined)
          administrator = administratorOf((await shell.ask('Login of the administrator [admin]: ')).trim() || 'admin');
      }
      await setUp({ texts, path, administrator, shell, parseZone });
    });
}

interface Setup {
  texts: SetupTexts;
  /** The settings file to write. */
  path: string;
  administrator: NewUser;
  shell: Shell;
  parseZone(text: string): string | undefined;
}

async function setUp({ texts, path, administrator, shell, parseZone }: Setup): Promise<void> {
  const variables = variablesOf(texts, shell);
  const kept = findSettingsFile(shell.workingFolder, shell.environment)?.variables;
  const environment = { ...shell.environment, ...variables };
  const config = loadConfig(settingNames, { options: {}, environment }, configContext(shell, parseZone));
  const draft = writeDraft(path, settingsText({ ...kept, ...variables }));
  try {
    // Printed before anything else can fail: the password is not stored.
    const credentials = await createCalendar(config, administrator, shell.now());
    shell.print(credentials ?? 'The calendar already exists, with its users.');
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  shell.print(`Wrote ${path}.`);
  const findings = await examine(config, { ...shell, environment });
  const isRunning = findings.some(({ about, level }) => about === 'service' && level === 'fine');
  const program = shell.environment['npm_command'] === 'exec' ? 'npx kalends' : 'kalends';
  const start = isRunning ? 'Restart the service, to apply the settings.' : `Start it:         ${program} serve`;
  const next = nextSteps(start, config, administrator);
  shell.print(['', 'kalends doctor:', ...findings.map(findingText), '', ...next].join('\n'));
  if (findings.some(({ level }) => level === 'problem'))
    throw new OperationFailed('Fix the problems above, then run "kalends doctor" again.');
}

function variablesOf(texts: SetupTexts, { workingFolder }: Shell): Environment {
  const chosen = new Map(texts);
  chosen.set('data', resolve(workingFolder, chosen.get('data') ?? 'data'));
  // Kalends has no TLS, so an https URL means a proxy, usually on the same machine.
  if (chosen.get('siteUrl')?.startsWith('https:') && !chosen.get('trustedProxies'))
    chosen.set('trustedProxies', 'loopback');
  const given = [...chosen].filter((entry): entry is [SettingName, string] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([name, text]) => [settings[name].variable, text]));
}

/** The text with the administrator's credentials; `undefined` if the calendar has users. */
async function createCalendar(config: Config, administrator: NewUser, now: number): Promise<string | undefined> {
  const { inGroups } = await import('../../resources/users/secrets.ts');
  const { addFirstUser } = await import('../../resources/users/service.ts');
  const password = await withCalendar(openOrCreateCalendar(config), (store) => addFirstUser(store, administrator, now));
  if (password === undefined) return undefined;
  return [
    'The administrator of the new calendar:',
    '',
    `  login                 ${administrator.login}`,
    `  application password  ${inGroups(password)}`,
    '',
    'Keep the password: it is shown only this once.',
  ].join('\n');
}

/** Throws WrongUsage for a value that the file cannot express. */
function settingsText(variables: Environment): string {
  const lines = Object.entries(variables).map(([variable, value = '']) => {
    const line = settingsLine(variable, value);
    if (line === undefined) throw new WrongUsage(`${variable} contains both kinds of quotation marks; use only one.`);
    return line;
  });
  const heading = '# Settings of Kalends, see docs/configuration.md. "kalends doctor" checks them.';
  return [heading, ...lines, ''].join('\n');
}

/**
 * Writes the settings beside their file, which shows before the calendar is created that they can be written. Readable by
 * its owner only, even if it replaces a file that was not: it may contain a database password.
 */
function writeDraft(path: string, content: string): string {
  const draft = `${path}.new`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode: 0o600 });
    return draft;
  } catch (error) {
    rmSync(draft, { force: true });
    throw new OperationFailed(`${path} cannot be written: ${whyUnwritable(error)}.`);
  }
}

function nextSteps(start: string, { port, siteUrl }: Config, { login }: NewUser): string[] {
  const origin = `http://127.0.0.1:${port}`;
  return [
    'Next:',
    `  1. ${start}`,
    `  2. Create an event:  curl -u ${login} ${origin}/calendar/events/v1/events \\`,
    '                         -d title="First event" -d start_date="tomorrow 18:00" -d end_date="tomorrow 20:00"',
    `  3. ${siteUrl === undefined ? `Open it:          ${origin}/events/` : 'Set up a proxy:   docs/guides/reverse-proxy.md'}`,
  ];
}
