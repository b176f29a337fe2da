// The service as an operator runs it, in processes of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };
import { settings } from '../src/config/settings.ts';
import { ask } from './load.ts';
import { residentMegabytes } from './processes.ts';

export interface ServiceOptions {
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** A number, or `auto`. */
  workers: string;
  kept: Kept;
}

/** In memory between requests: finished replies and events to make them of, only these, or neither. */
export type Kept = 'all' | 'events' | 'nothing';

export interface Service {
  origin: string;
  pid: number;
  /** From the start of the process to the first list. */
  firstAnswerMs: number;
  /** Resident memory of all its processes, in MB. */
  memory(): number;
  stop(): Promise<void>;
}

const home = fileURLToPath(new URL('..', import.meta.url));
/** After `node`, as in `npm start`. */
const program = packageFile.scripts.start.split(' ').slice(1);

/** Whether this Kalends has worker processes. */
export const hasWorkers = 'workers' in settings;

export async function startService({ folder, environment, workers, kept }: ServiceOptions): Promise<Service> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(KALENDS_|DATABASE_)/.test(name));
  const args = [...program, '--port', '0', '--json', '--log-level', 'error', '--data', folder, '--timezone', 'UTC'];
  if (hasWorkers) args.push('--workers', workers);
  else if (workers !== '1') throw new Error('This Kalends knows no --workers.');
  if (kept !== 'all') args.push('--cache-bytes', '0');
  if (kept === 'nothing') args.push('--event-cache-bytes', '0');
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: home,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // However the run ends, its services end with it.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const origin = `http://127.0.0.1:${await portOf(child)}`;
  const first = await ask(origin, { method: 'GET', path: '/calendar/events/v1/events' });
  if (first.status !== 200) throw new Error(`The service answered ${first.status}: ${first.body}`);
  const firstAnswerMs = performance.now() - started;
  return {
    origin,
    pid: child.pid as number,
    firstAnswerMs,
    memory: () => residentMegabytes(child.pid as number),
    async stop() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('The service ended before it listened.')));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream, signal: ended.signal });
  for await (const line of lines) {
    const { event, port } = JSON.parse(line) as { event?: string; port?: number };
    // Whatever else it prints must not fill its pipe.
    if (event === 'listening' && port !== undefined) {
      child.stdout?.resume();
      return port;
    }
  }
  throw new Error('The service ended before it listened.');
}
