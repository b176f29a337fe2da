// npm run conformance: replays recorded requests on the service, with a new calendar for each file.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSemaphore } from '../src/media/semaphore.ts';
import { startServer } from '../test/support/servers/own-postgres.ts';
import { type ConformanceOptions, parseArguments, usage } from './conformance/arguments.ts';
import { createCalendarTemplate } from './conformance/calendar-template.ts';
import { type FileResult, runFile } from './conformance/run-file.ts';

const ownCorpus = fileURLToPath(new URL('../test/contract/', import.meta.url));
const filesAtATime = 2;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  const corpus = resolve(options?.corpus ?? ownCorpus);
  const runner = join(corpus, 'run.mjs');
  if (options && !existsSync(runner)) console.error(`conformance: ${corpus} has no run.mjs`);
  const files = options && existsSync(runner) ? chosenFiles(corpus, options.files) : undefined;
  if (!options || !files) return 2;
  const folder = mkdtempSync(join(tmpdir(), 'kalends-conformance-'));
  const server = options.engine === 'postgres' ? await startServer() : undefined;
  try {
    const template = await createCalendarTemplate(folder, server?.url);
    const run = { runner, folder, template, runnerOptions: options.runnerOptions };
    const limited = createSemaphore(filesAtATime);
    const runAndReport = async (file: string) => {
      const result = await runFile(file, run);
      report(result, options.verbose);
      return result;
    };
    const results = await Promise.all(files.map((file) => limited(() => runAndReport(file))));
    return summarise(results, options.minPass);
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions(): ConformanceOptions | undefined {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    return undefined;
  }
}

function chosenFiles(corpus: string, requested: readonly string[]): string[] | undefined {
  const scenarios = readdirSync(join(corpus, 'scenarios')).filter((name) => name.endsWith('.mjs'));
  const names = scenarios.map((name) => name.slice(0, -'.mjs'.length)).sort();
  const chosen = requested.map((path) => basename(path).replace(/\.(?:mjs|json)$/, ''));
  const unknown = chosen.filter((name) => !names.includes(name));
  if (unknown.length === 0) return chosen.length === 0 ? names : names.filter((name) => chosen.includes(name));
  console.error(`no such scenario file: ${unknown.join(', ')}; there are ${names.join(', ')}`);
  return undefined;
}

function report(result: FileResult, verbose: boolean): void {
  const { file, passed, total, report: text, errors, undocumented, broken, seconds } = result;
  const share = broken ? 'NOT RUN' : `${passed}/${total}`;
  console.log(`${file.padEnd(22)} ${share.padStart(9)}  ${seconds.toFixed(1)} s`);
  if (text !== '') console.log(`${text.replace(/^(?=.)/gm, '    ')}\n`);
  const listed = verbose ? undocumented : undocumented.slice(0, 5);
  if (listed.length > 0) console.log(`    ${undocumented.length} responses differ from the document:`);
  for (const line of listed) console.log(`    ${line}`);
  if (errors.length === 0) return;
  console.log(`    ${errors.length} errors in the service's log${verbose ? ':' : ', the first:'}`);
  for (const line of verbose ? errors : errors.slice(0, 1)) console.log(`    ${line}`);
}

function summarise(results: readonly FileResult[], minPass: number): number {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const total = results.reduce((sum, result) => sum + result.total, 0);
  const broken = results.filter((result) => result.broken).map((result) => result.file);
  if (broken.length > 0) console.log(`\nnot run: ${broken.sort().join(', ')}`);
  const undocumented = results.reduce((sum, result) => sum + result.undocumented.length, 0);
  if (undocumented > 0) console.log(`\n${undocumented} responses differ from the document`);
  const share = total === 0 ? 0 : passed / total;
  console.log(
    `\n${passed} passed, ${total - passed} failed (${(share * 100).toFixed(1)}% of ${total}, ${minPass * 100}% required)`,
  );
  return broken.length === 0 && undocumented === 0 && share >= minPass ? 0 : 1;
}
