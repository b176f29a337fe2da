import { resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import {
  type CalendarPlace,
  NoCalendar,
  nameOf,
  openCalendar,
  openOrCreateCalendar,
  withCalendar,
} from '../../calendar-folder.ts';
import { isPostgresUrl } from '../../config/database-settings.ts';
import { program as callingProgram } from '../../core/roles.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { Copied } from '../../export/copy.ts';
import { OperationFailed, type Shell, WrongUsage } from '../../shell.ts';
import { addSettings, readSettings } from '../settings-options.ts';
import { untilStopped } from '../stop-signal.ts';
import { formatTable } from '../table.ts';
import { withOutcome } from './lost-database.ts';
import { reportPaused } from './paused-webhooks.ts';

const copySettings = ['databasePooler'] as const;

const details = `
A place is sqlite:FOLDER, a data folder; a URL such as postgres://user@host:5432/database; or env:VARIABLE, an environment
variable that contains either. Use a variable for URLs with a password, because all users of a machine can read its command
lines; the password can also be in PGPASSWORD.

Everything is copied unchanged in one transaction, including accounts and their application passwords, and compared
afterwards. Stop the service first: changes made during the copy are not copied. Image files are in the data folder or a
bucket, and are not copied. Webhooks of the copy are paused, because the original may still send their messages.

Examples:
  $ kalends copy --from sqlite:./data --to env:DATABASE_URL
  $ kalends copy --from env:DATABASE_URL --to sqlite:/srv/calendar`;

export function declareCopy(program: Command, shell: Shell): void {
  addSettings(program.command('copy'), copySettings)
    .description('copy a whole calendar from one database to another, SQLite or PostgreSQL')
    .requiredOption('--from <place>', 'the calendar to copy')
    .requiredOption('--to <place>', 'the destination, which is created if it does not exist')
    .option('--force', 'replace the destination even if it is not empty')
    .option('--keep-webhooks', 'do not pause webhooks')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async ({ from, to, force = false, keepWebhooks = false, json }, command) => {
      const pooler = readSettings(command, copySettings, shell);
      const [source, target] = [readPlace('--from', from, shell), readPlace('--to', to, shell)];
      const places = { from: { ...source, ...pooler }, to: { ...target, ...pooler } };
      const { tables, pausedWebhooks } = await copy({ ...places, force, keepWebhooks, shell });
      if (json) return shell.print(JSON.stringify({ ok: true, tables, paused_webhooks: pausedWebhooks }));
      const rows = tables.map(({ table, rows, checksum }) => [table, String(rows), checksum]);
      shell.print(formatTable(['TABLE', 'ROWS', 'CHECKSUM'], rows));
      shell.printError('Copied and compared: all rows are identical.');
      reportPaused(pausedWebhooks, shell);
    });
}

/** Throws WrongUsage. The message omits the text, which may contain a password. */
function readPlace(option: string, text: string, { environment, workingFolder }: Shell): CalendarPlace {
  const variable = /^env:(\w+)$/.exec(text)?.[1];
  const place = variable === undefined ? text : environment[variable];
  if (place === undefined) throw new WrongUsage(`The variable ${variable} is not set.`);
  const folder = /^sqlite:(.+)$/.exec(place)?.[1];
  if (folder !== undefined) return { data: resolve(workingFolder, folder) };
  if (isPostgresUrl(place)) return { data: workingFolder, databaseUrl: place };
  const what = variable === undefined ? option : `The variable ${variable}`;
  const accepted = `sqlite:FOLDER${variable === undefined ? ', env:VARIABLE' : ''} or postgres://user:password@host/database`;
  throw new WrongUsage(`${what} is not the location of a calendar; expected ${accepted}.`);
}

interface Copying {
  from: CalendarPlace;
  to: CalendarPlace;
  force: boolean;
  keepWebhooks: boolean;
  shell: Shell;
}

/** Throws OperationFailed if nothing was written. */
async function copy({ from, to, force, keepWebhooks, shell }: Copying): Promise<Copied> {
  if (isSame(from, to)) throw new WrongUsage('Both places are the same.');
  const { createProgressBar } = await import('../progress-bar.ts');
  const { copyCalendar, markedWhileEmpty } = await import('../../export/copy.ts');
  const progress = createProgressBar(shell.printError);
  const pausedBy = keepWebhooks ? undefined : { now: shell.now(), caller: callingProgram('copy') };
  const task = { force, pausedBy, progress };
  const copyAll = (signal: AbortSignal) =>
    withCalendar(openCalendar(from), (source) =>
      withCalendar(openOrCreateCalendar(to, { isReplaced: true }), (target) =>
        markedWhileEmpty(target, () => copyCalendar({ ...task, from: source, to: target, signal })),
      ),
    );
  return untilStopped(copyAll, 'nothing was copied.').catch((error) => {
    if (error instanceof NoCalendar) throw new OperationFailed(`There is no calendar in ${nameOf(from)}.`);
    if (error instanceof TransferProblem) throw new OperationFailed(`Nothing was copied. ${error.message}`);
    throw withOutcome(error, 'Nothing was copied.');
  });
}

const isSame = (a: CalendarPlace, b: CalendarPlace): boolean => a.databaseUrl === b.databaseUrl && a.data === b.data;
