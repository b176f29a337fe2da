// Runs the program `kalends` in this process, with its standard streams.

import { exitCodeOf, runProgram } from './program.ts';
import { exitCodes, type Shell } from './shell.ts';

const shell: Shell = {
  environment: process.env,
  workingFolder: process.cwd(),
  print: (line) => void process.stdout.write(`${line}\n`),
  write: (text) =>
    new Promise((done, fail) => {
      process.stdout.write(text, (error) => (error ? fail(error) : done()));
    }),
  tell: (line) => void process.stderr.write(`${line}\n`),
  now: () => Math.floor(Date.now() / 1000),
};

// Whoever reads the output may have enough of it, as in `kalends user list | head -1`: no reason to fail, nor to stop serving.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A command that found out by itself has said so.
  if (code === 'EPIPE' || process.exitCode) return;
  shell.tell(`kalends: Standard output cannot be written (${code ?? message}).`);
  process.exitCode = exitCodes.failed;
});

try {
  await runProgram(process.argv.slice(2), shell);
} catch (error) {
  process.exitCode ||= exitCodeOf(error, shell);
}
