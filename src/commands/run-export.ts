import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CalendarPlace, openCalendar, withCalendar } from '../calendar-folder.ts';
import { exportCalendar } from '../transfer/export/export.ts';
import type { ExportedLists } from '../transfer/export/format.ts';
import { createProgressBar } from './progress-bar.ts';
import { OperationFailed, type Shell } from './shell.ts';
import { untilStopped } from './stop-signal.ts';

export interface ExportCommand {
  output: string | undefined;
  config: CalendarPlace;
  shell: Shell;
}

type Counts = Record<keyof ExportedLists, number>;
type Write = (text: string) => Promise<void>;

/** Answers what was written; undefined where the reader of standard output had enough. Throws OperationFailed. */
export function runExport({ output, config, shell }: ExportCommand): Promise<Counts | undefined> {
  const progress = createProgressBar(shell.tell);
  return untilStopped((signal) =>
    withCalendar(openCalendar(config), async (store) => {
      const exportTo = (write: Write) => exportCalendar({ store, now: shell.now(), write, progress, signal });
      try {
        return await (output === undefined
          ? exportTo(writeToStandardOutput)
          : writeFile(resolve(shell.workingFolder, output), exportTo));
      } catch (error) {
        if (signal.aborted) throw new OperationFailed('Stopped before the end; the export is not complete.');
        const code = codeOf(error);
        if (code === 'EPIPE' && output === undefined) return undefined;
        if (code.startsWith('E'))
          throw new OperationFailed(`${output ?? 'Standard output'} cannot be written (${code}).`);
        throw error;
      }
    }),
  );
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const writeToStandardOutput: Write = (text) =>
  new Promise((done, fail) => {
    process.stdout.write(text, (error) => (error ? fail(error) : done()));
  });

/** The file appears, or is replaced, when it is complete. Nobody else may read it. */
async function writeFile(path: string, exportTo: (write: Write) => Promise<Counts>): Promise<Counts> {
  const part = `${path}.${process.pid}.part`;
  let file: FileHandle | undefined;
  try {
    const opened = await open(part, 'wx', 0o600);
    file = opened;
    const counts = await exportTo(async (text) => void (await opened.write(text)));
    await opened.sync();
    await opened.close();
    file = undefined;
    await rename(part, path);
    return counts;
  } finally {
    await file?.close();
    await rm(part, { force: true });
  }
}
