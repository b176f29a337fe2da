import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CalendarCopy } from './calendar-template.ts';

export interface RunningService {
  port: number;
  /** Error lines of its log so far. */
  errors: readonly string[];
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('../../bin/kalends.js', import.meta.url));

/** Starts the service on a free port over a calendar; rejects with what it said if it ends instead. */
export async function startService({ data, environment: own }: CalendarCopy): Promise<RunningService> {
  const args = [
    'serve',
    '--port',
    '0',
    '--json',
    '--log-level',
    'error',
    '--timezone',
    'America/New_York',
    '--data',
    data,
  ];
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...environment(), ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { event, port: listening, level } = JSON.parse(line) as { event?: string; port?: number; level?: string };
      if (event === 'listening') resolve(listening as number);
      if (level === 'error' || level === 'fatal') errors.push(line);
    });
    ended.then(
      () => reject(new Error(`the service did not start: ${[complaint.trim(), ...errors].join('\n')}`)),
      reject,
    );
  });
  return { port, errors, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** The caller's environment without its own configuration of the service. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:KALENDS|DATABASE)_/.test(name));
  return { ...Object.fromEntries(kept), KALENDS_SYNCHRONOUS: 'off' };
}
