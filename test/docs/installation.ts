// What readers of the documentation have: the packages, an installation with a calendar, a checkout, and other people's servers.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { copyProject } from '../../scripts/project-copy.ts';
import { version } from '../../src/version.ts';
import { calendarOf, meeting } from '../import/ical/support.ts';
import { png } from '../support/media/images.ts';
import { type FakeSite, siteEvent, startFakeWordPress } from '../support/servers/fake-wordpress.ts';
import { type PostgresServer, startOwn } from '../support/servers/own-postgres.ts';
import { installedPackages } from '../support/shared/installed-packages.ts';
import { type Block, blocksOf } from './blocks.ts';
import { openTerminal, type Terminal } from './terminal.ts';

export interface Installation {
  site: FakeSite;
  postgres: PostgresServer;
  /** Of the administrator of the calendar. */
  password: string;
  /** Where the first command of the page is typed. */
  terminalFor(page: string, blocks: readonly Block[]): Promise<Terminal>;
  remove(): Promise<void>;
}

const project = resolve(import.meta.dirname, '../..');
/** Its commands are typed in a checkout. */
const inCheckout = 'README.md';

export const passwordIn = (output: string): string | undefined =>
  /application password"?[ :"]+((?:\w{4} ){5}\w{4})/.exec(output)?.[1];

export async function makeInstallation(): Promise<Installation> {
  const root = mkdtempSync(join(tmpdir(), 'kalends-docs-'));
  const checkout = copyProject();
  const [packages, site, postgres] = await Promise.all([installedPackages(), startSite(), startOwn()]);
  symlinkSync(join(packages, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  const environment = {
    PATH: [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH']].join(':'),
    // A refused request fails the command; no progress is shown, as on a terminal.
    CURL_HOME: root,
    KALENDS_FETCH_ALLOW: new URL(site.origin).host,
    SERVER_URL: postgres.url,
    npm_config_loglevel: 'error',
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  const { prepared, password } = await prepareCalendar(root, environment);
  writeFileSync(join(prepared, 'town.ics'), townCalendar);
  writeFileSync(join(prepared, 'poster.png'), await png());
  writeFileSync(join(root, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');

  // npx takes longer to start than the program. Pages on which the package is installed run the real one.
  const shortcuts = join(root, 'shortcuts');
  mkdirSync(shortcuts);
  writeFileSync(join(shortcuts, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });

  async function terminalFor(page: string, blocks: readonly Block[]): Promise<Terminal> {
    if (page === inCheckout) {
      for (const file of ['events.csv', 'town.ics']) cpSync(join(prepared, file), join(checkout, file));
      return openTerminal(checkout, environment);
    }
    const isFirstOne = blocks.some(({ text }) => text.includes('npm install ./'));
    // Elsewhere the package is in the folder above.
    const folder = mkdtempSync(join(isFirstOne ? tmpdir() : root, 'kalends-page-'));
    if (!isFirstOne) {
      cpSync(prepared, folder, { recursive: true });
      return openTerminal(folder, { ...environment, PATH: `${shortcuts}:${environment.PATH}` });
    }
    cpSync(join(packages, `kalends-${version}.tgz`), join(folder, `kalends-${version}.tgz`));
    return openTerminal(folder, environment);
  }

  async function remove(): Promise<void> {
    await postgres.stop();
    for (const folder of [root, checkout]) rmSync(folder, { recursive: true, force: true });
  }
  return { site, postgres, password, terminalFor, remove };
}

/** With the demonstration, an author, the settings of the tutorial, and the spreadsheet that the documentation shows. */
async function prepareCalendar(root: string, environment: Readonly<Record<string, string>>) {
  const prepared = join(root, 'prepared');
  mkdirSync(prepared);
  const terminal = await openTerminal(prepared, environment);
  const { output } = await terminal.run('kalends setup --site-name "Town calendar" --timezone Europe/Paris');
  await terminal.run('kalends user add ann --role author');
  await terminal.serve('kalends serve --demo');
  await terminal.stop();
  const settings = readFileSync(join(prepared, 'kalends.env'), 'utf8');
  writeFileSync(join(prepared, 'kalends.env'), settings.replace(/^KALENDS_DATA=.*\n/m, ''));
  const csv = blocksOf(readFileSync(join(project, 'docs/csv.md'), 'utf8')).find(({ language }) => language === 'csv');
  writeFileSync(join(prepared, 'events.csv'), csv?.text ?? '');
  const password = passwordIn(output);
  if (password === undefined) throw new Error(`setup says no password: ${output}`);
  return { prepared, password };
}

const townCalendar = calendarOf([meeting('one@town.example'), meeting('two@town.example')]);

async function startSite(): Promise<FakeSite> {
  const site = await startFakeWordPress();
  for (let id = 1; id <= 12; id++)
    site.records.events.push(siteEvent(site, id, { status: id === 1 ? 'draft' : 'publish' }));
  for (const name of ['all.ics', 'calendar.ics', 'feed']) site.files[`/${name}`] = Buffer.from(townCalendar);
  return site;
}
