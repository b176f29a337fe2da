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
import type { Shell } from '../../src/shell.ts';
import { captureProgram } from './capture-program.ts';
import { databaseSettingsOf } from './test-store.ts';

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
  /** A file for standard output, which is then not in the result. */
  into?: string;
  /** The command of an installed program, instead of the checkout's. */
  program?: readonly string[];
  /** Answers questions, for a command that runs in this process. */
  ask?: Shell['ask'];
  /** Limit of open files. */
  maxOpenFiles?: number;
}

/** A temporary folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts `kalends` on the engine of the tests, without the caller's settings. */
export async function startCli(args: readonly string[], options: CliOptions): Promise<CliProcess> {
  const { folder, environment = {}, into, maxOpenFiles, program: started = [process.execPath, program] } = options;
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:KALENDS|DATABASE)_/.test(name));
  const env = { ...Object.fromEntries(inherited), ...(await databaseSettingsOf(folder)), ...environment };
  const command = [...started, ...args];
  const limited = maxOpenFiles ? ['sh', '-c', `ulimit -n ${maxOpenFiles}; exec "$@"`, 'sh', ...command] : command;
  const redirected = into === undefined ? limited : ['sh', '-c', 'exec "$@" > "$0"', into, ...limited];
  return spawn(redirected[0] as string, redirected.slice(1), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** On the engine of the tests, without the caller's settings. */
export const runInProcess = async (
  args: readonly string[],
  { folder, environment = {}, ask }: CliOptions,
): Promise<CliResult> =>
  captureProgram(args, { folder, environment: { ...(await databaseSettingsOf(folder)), ...environment }, ask });

export const runCli = async (args: readonly string[], options: CliOptions): Promise<CliResult> =>
  resultOf(await startCli(args, options));

/** Runs Node, in the version that runs the tests. */
export const runNode = (args: readonly string[], folder: string): Promise<CliResult> =>
  resultOf(spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }));

async function resultOf(child: CliProcess): Promise<CliResult> {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, err };
}
