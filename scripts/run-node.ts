import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface RunOptions {
  cwd?: string;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Runs Node with these arguments, and returns the exit code and the output when it has ended. */
export async function runNode(args: readonly string[], options: RunOptions = {}) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code ?? 1), output, errors };
}
