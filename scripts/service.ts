// The service in a process of its own, for trials, benchmarks and generators.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../bin/kalends.js', import.meta.url));

export type Environment = Readonly<Record<string, string | undefined>>;

export type LogLine = Readonly<Record<string, unknown>>;

export interface Service {
  /** Such as `http://127.0.0.1:40123`. */
  origin: string;
  process: ChildProcess;
  /** Its log lines so far. */
  log: readonly LogLine[];
  /** Sends the signal, and resolves with the exit code when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Runs `kalends serve` on a free port with these arguments, and resolves when it listens. Rejects with its error output if
 * it exits before that. The service ends with this process.
 */
export async function startService(
  args: readonly string[],
  environment: Environment = process.env,
  nodeOptions: readonly string[] = [],
): Promise<Service> {
  const child = spawn(process.execPath, [...nodeOptions, program, 'serve', '--port', '0', '--json', ...args], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const log: LogLine[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'exit').finally(() => process.off('exit', kill));
  const port = await new Promise<number>((resolve, reject) => {
    ended.then(() => reject(new Error(errors.trim() || `The service ended: ${JSON.stringify(log.at(-1))}`)), reject);
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as LogLine;
      log.push(line);
      if (line['event'] === 'listening') resolve(Number(line['port']));
    });
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    process: child,
    log,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return (await ended)[0] as number | null;
    },
  };
}

/** The environment of this process without its own settings of the service. */
export const environmentWithoutSettings = (): Environment =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:KALENDS|DATABASE)_/.test(name)));

export interface Call {
  method: string;
  path: string;
  json?: object | undefined;
  authorization?: string | undefined;
  headers?: Readonly<Record<string, string>>;
}

/** Sends a request to the service; redirects are not followed. */
export const sendCall = (
  { origin }: Pick<Service, 'origin'>,
  { method, path, json, authorization, headers }: Call,
): Promise<Response> =>
  fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(authorization && { authorization }),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json && JSON.stringify(json),
    signal: AbortSignal.timeout(30_000),
  });
