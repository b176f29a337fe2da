// Runs the program `kalends` as a user would, in a folder of its own.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { exitCodeOf, runProgram } from '../../src/program.ts';
import type { Shell } from '../../src/shell.ts';
import { engineOf } from './test-store.ts';

export const program = fileURLToPath(new URL('../../bin/kalends.js', import.meta.url));

export type CliProcess = ChildProcessByStdio<null, Readable, Readable>;

export interface CliResult {
  code: number | null;
  out: string;
  err: string;
}

export interface CliOptions {
  folder: string;
  environment?: Readonly<Record<string, string>>;
  /** Where standard output goes instead of into the result. */
  into?: string;
  /** Instead of the checkout's: what starts an installed one. */
  program?: readonly string[];
  /** The person at the terminal, of a command that runs in this process. */
  ask?: Shell['ask'];
  /** Most files that it may have open. */
  openFiles?: number;
}

/** A temporary folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts `kalends`, on the engine of the tests; nothing of the caller's own configuration reaches it. */
export async function startCli(args: readonly string[], options: CliOptions): Promise<CliProcess> {
  const { folder, environment = {}, into, openFiles, program: started = [process.execPath, program] } = options;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:KALENDS|DATABASE)_/.test(name));
  const env = { ...Object.fromEntries(inherited), ...(await engineOf(folder)), ...environment };
  const command = [...started, ...args];
  const limited = openFiles ? ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', ...command] : command;
  const redirected = into === undefined ? limited : ['sh', '-c', 'exec "$@" > "$0"', into, ...limited];
  return spawn(redirected[0] as string, redirected.slice(1), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a command of `kalends` in the process of the tests: ten times as fast as a process of its own. */
export async function runInProcess(
  args: readonly string[],
  { folder, environment = {}, ask }: CliOptions,
): Promise<CliResult> {
  const out: string[] = [];
  const err: string[] = [];
  const shell: Shell = {
    environment: { ...(await engineOf(folder)), ...environment },
    workingFolder: folder,
    print: (line) => void out.push(`${line}\n`),
    write: async (text) => void out.push(text),
    printError: (line) => void err.push(`${line}\n`),
    ask,
    now: () => Math.floor(Date.now() / 1000),
  };
  const code = await runProgram(args, shell).then(
    () => 0,
    (error: unknown) => exitCodeOf(error, shell),
  );
  return { code, out: out.join(''), err: err.join('') };
}

export const runCli = async (args: readonly string[], options: CliOptions): Promise<CliResult> =>
  resultOf(await startCli(args, options));

/** Runs the Node that runs the tests. */
export const runNode = (args: readonly string[], folder: string): Promise<CliResult> =>
  resultOf(spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }));

async function resultOf(child: CliProcess): Promise<CliResult> {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, err };
}
