import { resolve } from 'node:path';
import { type CalendarPlace, openCalendar, openOrMakeCalendar, withCalendar } from '../../calendar-folder.ts';
import { parsePostgresUrl } from '../../config/database-settings.ts';
import { NotAccepted } from '../../config/parsers.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { type CopiedRows, copyCalendar } from '../../export/copy.ts';
import { OperationFailed, type Shell, WrongUsage } from '../../shell.ts';
import { createProgressBar } from '../progress-bar.ts';
import { untilStopped } from '../stop-signal.ts';

export interface CopyCommand {
  from: CalendarPlace;
  to: CalendarPlace;
  force: boolean;
  shell: Shell;
}

/** Throws WrongUsage. The message omits the text, which may contain a password. */
export function readPlace(text: string, { environment, workingFolder }: Shell): CalendarPlace {
  const variable = /^env:(\w+)$/.exec(text)?.[1];
  const place = variable === undefined ? text : environment[variable];
  if (place === undefined) throw new WrongUsage(`The variable ${variable} is not set.`);
  const folder = /^sqlite:(.+)$/.exec(place)?.[1];
  if (folder !== undefined) return { data: resolve(workingFolder, folder) };
  try {
    return { data: workingFolder, databaseUrl: parsePostgresUrl(place) };
  } catch (error) {
    if (!(error instanceof NotAccepted)) throw error;
    const what = variable === undefined ? 'A place' : `The variable ${variable}`;
    throw new WrongUsage(`${what} is not accepted; it is sqlite:FOLDER or postgres://user:password@host/database.`);
  }
}

/** Throws OperationFailed if nothing was written. */
export async function runCopy({ from, to, force, shell }: CopyCommand): Promise<CopiedRows[]> {
  if (isSame(from, to)) throw new WrongUsage('Both places are the same.');
  const progress = createProgressBar(shell.tell);
  return untilStopped((signal) =>
    withCalendar(openCalendar(from), (source) =>
      withCalendar(openOrMakeCalendar(to), async (target) => {
        try {
          return await copyCalendar({ from: source, to: target, force, progress, signal });
        } catch (error) {
          if (signal.aborted) throw new OperationFailed('Stopped before the end; nothing was copied.');
          if (error instanceof TransferProblem) throw new OperationFailed(`Nothing was copied. ${error.message}`);
          throw error;
        }
      }),
    ),
  );
}

const isSame = (a: CalendarPlace, b: CalendarPlace): boolean =>
  a.databaseUrl === undefined || b.databaseUrl === undefined
    ? a.databaseUrl === b.databaseUrl && a.data === b.data
    : a.databaseUrl === b.databaseUrl;
