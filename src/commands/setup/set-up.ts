import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openOrMakeCalendar, withCalendar } from '../../calendar-folder.ts';
import type { Config, SettingName } from '../../config/settings.ts';
import { settingNames, settings } from '../../config/settings.ts';
import { type Environment, settingsLine } from '../../config/settings-file.ts';
import { loadConfig } from '../../config.ts';
import { hasUsers } from '../../resources/users/repository.ts';
import { inGroups } from '../../resources/users/secrets.ts';
import { addUser, type NewUser } from '../../resources/users/service.ts';
import { OperationFailed, type Shell, WrongUsage } from '../../shell.ts';
import { examine } from '../doctor/examine.ts';
import { findingText } from '../doctor/finding.ts';
import type { SetupTexts } from './ask.ts';

interface Setup {
  texts: SetupTexts;
  /** The settings file to write. */
  path: string;
  administrator: NewUser;
  shell: Shell;
  parseZone(text: string): string | undefined;
}

export async function setUp({ texts, path, administrator, shell, parseZone }: Setup): Promise<void> {
  const variables = variablesOf(texts, shell);
  const environment = { ...shell.environment, ...variables };
  const machineZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { workingFolder } = shell;
  const config = loadConfig(settingNames, { options: {}, environment }, { workingFolder, parseZone, machineZone });
  const content = settingsText(variables);
  // Printed before anything else can fail: the password is not stored.
  const credentials = await makeCalendar(config, administrator, shell.now());
  shell.print(credentials ?? 'The calendar already exists, with its users.');
  write(path, content);
  shell.print(`Wrote ${path}.`);
  const findings = await examine(config, { ...shell, environment });
  shell.print(
    ['', 'kalends doctor:', ...findings.map(findingText), '', ...nextSteps(config, administrator)].join('\n'),
  );
  if (findings.some(({ level }) => level === 'problem'))
    throw new OperationFailed('Fix the problems above, then run "kalends doctor" again.');
}

function variablesOf(texts: SetupTexts, { workingFolder }: Shell): Environment {
  const chosen = new Map([...texts].map(([name, { text }]) => [name, text] as const));
  chosen.set('data', resolve(workingFolder, chosen.get('data') ?? 'data'));
  // Kalends has no TLS, so an https URL means a proxy, usually on the same machine.
  if (chosen.get('siteUrl')?.startsWith('https:') && !chosen.get('trustedProxies'))
    chosen.set('trustedProxies', 'loopback');
  const given = [...chosen].filter((entry): entry is [SettingName, string] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([name, text]) => [settings[name].variable, text]));
}

/** The text with the administrator's credentials; `undefined` if the calendar has users. */
const makeCalendar = (config: Config, administrator: NewUser, now: number): Promise<string | undefined> =>
  withCalendar(openOrMakeCalendar(config), (store) =>
    store.write(async (db) => {
      if (await hasUsers(db)) return undefined;
      const { password } = await addUser(db, administrator, now);
      return [
        'The administrator of the new calendar:',
        '',
        `  login                 ${administrator.login}`,
        `  application password  ${inGroups(password)}`,
        '',
        'Keep the password: it is shown only this once.',
      ].join('\n');
    }),
  );

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

/** Readable by its owner only, even if it replaces a file that was not: it may contain a database password. */
function write(path: string, content: string): void {
  try {
    rmSync(path, { force: true });
    writeFileSync(path, content, { mode: 0o600 });
  } catch (error) {
    throw new OperationFailed(`${path} cannot be written: ${(error as Error).message}.`);
  }
}

function nextSteps({ port, siteUrl }: Config, { login }: NewUser): string[] {
  const origin = `http://127.0.0.1:${port}`;
  return [
    'Next:',
    '  1. Start it:            npx kalends serve',
    `  2. Create an event:     curl -u ${login} ${origin}/calendar/events/v1/events \\`,
    '                            -d title="First event" -d start_date="tomorrow 18:00" -d end_date="tomorrow 20:00"',
    `  3. ${siteUrl === undefined ? 'Open it:              ' : 'Set up a proxy:       '}  ${siteUrl === undefined ? `${origin}/events/` : 'docs/guides/reverse-proxy.md'}`,
  ];
}
