import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from '../run-node.ts';
import { environmentWithoutSettings, type Service, startService } from '../service.ts';
import type { CalendarTemplate } from './calendar-template.ts';
import { startRecorder } from './recorder.ts';

export interface FileResult {
  file: string;
  passed: number;
  total: number;
  /** The runner's list of mismatches, or why there is no result. */
  report: string;
  /** Error lines of the service's log. */
  errors: readonly string[];
  /** Differences between responses and the OpenAPI document. */
  undocumented: readonly string[];
  /** The file could not be run at all. */
  broken: boolean;
  seconds: number;
}

export interface FileRun {
  runner: string;
  folder: string;
  template: CalendarTemplate;
  runnerOptions: readonly string[];
}

const corpusSettings = ['--log-level', 'error', '--timezone', 'America/New_York', '--synchronous', 'off'];

/** Runs one scenario file against a service of its own with a fresh calendar. */
export async function runFile(file: string, { runner, folder, template, runnerOptions }: FileRun): Promise<FileResult> {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  try {
    const { data, environment } = await template.copyTo(file);
    const service = await startService([...corpusSettings, '--data', data], {
      ...environmentWithoutSettings(),
      ...environment,
    });
    const recorder = await startRecorder(service.origin);
    try {
      const out = join(folder, `${file}.json`);
      const base = `http://127.0.0.1:${recorder.port}/wp-json/calendar/events/v1`;
      const args = ['--base', base, '--credentials', template.credentials, '--json', out, ...runnerOptions, file];
      const { output, errors } = await runNode([runner, 'check', ...args]);
      const undocumented = recorder.problems();
      return { file, ...readResult(out, output + errors), errors: errorsOf(service), undocumented, seconds: seconds() };
    } finally {
      await recorder.stop();
      await service.stop();
    }
  } catch (error) {
    const report = error instanceof Error ? error.message : String(error);
    return { file, passed: 0, total: 0, report, errors: [], undocumented: [], broken: true, seconds: seconds() };
  }
}

const errorsOf = ({ log }: Service): string[] =>
  log.filter(({ level }) => level === 'error' || level === 'fatal').map((line) => JSON.stringify(line));

function readResult(path: string, output: string): Pick<FileResult, 'passed' | 'total' | 'report' | 'broken'> {
  if (!existsSync(path)) return { passed: 0, total: 0, report: output.trim(), broken: true };
  const { totals } = JSON.parse(readFileSync(path, 'utf8')) as { totals: { sp: number; st: number } };
  return { passed: totals.sp, total: totals.st, report: mismatchesIn(output), broken: false };
}

/** The runner prints a table, then mismatches in paragraphs, then its total. */
export const mismatchesIn = (output: string): string => output.trim().split('\n\n').slice(1, -1).join('\n\n');
