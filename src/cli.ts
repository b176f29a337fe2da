// Runs the program `kalends` in this process, with its standard streams.

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { whyUnwritable } from './core/errors.ts';
import { TransferProblem } from './core/transfer-problem.ts';
import { exitCodeOf, runProgram } from './program.ts';
import { exitCodes, OperationFailed, type Shell } from './shell.ts';

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new AbortController();
    terminal.on('close', () => ended.abort());
    return await terminal.question(question, { signal: ended.signal });
  } catch {
    throw new OperationFailed('\nCanceled; nothing was written.');
  } finally {
    terminal.close();
  }
}

async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    const answer = terminal.question(`${question} [y/N] `, { signal });
    const text = await Promise.race([answer, once(terminal, 'close', { signal })]);
    if (typeof text === 'string') return /^y(es)?$/i.test(text.trim());
    shell.printError('');
    throw new TransferProblem('The question was not answered.');
  } finally {
    terminal.close();
  }
}

const shell: Shell = {
  environment: process.env,
  workingFolder: process.cwd(),
  print: (line) => void process.stdout.write(`${line}\n`),
  write: (text) =>
    new Promise((done, fail) => {
      process.stdout.write(text, (error) => (error ? fail(error) : done()));
    }),
  confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : undefined,
  printError: (line) => void process.stderr.write(`${line}\n`),
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
  now: () => Math.floor(Date.now() / 1000),
};

// The reader of a pipe may close it, as in `kalends user list | head -1`. That is not a failure, and a service keeps running.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The command has reported it.
  if (error.code === 'EPIPE' || process.exitCode) return;
  shell.printError(`kalends: Standard output cannot be written: ${whyUnwritable(error)}.`);
  process.exitCode = exitCodes.failed;
});

try {
  await runProgram(process.argv.slice(2), shell);
} catch (error) {
  process.exitCode ||= exitCodeOf(error, shell);
}
