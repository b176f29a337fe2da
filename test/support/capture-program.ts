import { exitCodeOf, runProgram } from '../../src/program.ts';
import type { Shell } from '../../src/shell.ts';

interface InProcessOptions {
  folder: string;
  environment: Shell['environment'];
  /** Answers questions. */
  ask?: Shell['ask'];
}

/** Runs a command of `kalends` in this process, ten times as fast as in one of its own, and returns its output. */
export async function captureProgram(args: readonly string[], { folder, environment, ask }: InProcessOptions) {
  const out: string[] = [];
  const err: string[] = [];
  const shell: Shell = {
    environment,
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
