// A calendar in a folder of its own, and the service that is started on it, killed and started again.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Role } from '../../src/core/roles.ts';
import { startServer } from '../../test/support/servers/own-postgres.ts';

const program = fileURLToPath(new URL('../../bin/kalends.js', import.meta.url));

export type Engine = 'sqlite' | 'postgres';

export interface Service {
  /** Such as http://127.0.0.1:40123 */
  origin: string;
  process: ChildProcess;
  /** Its log so far, as objects. */
  log: readonly LogLine[];
  /** Sends the signal and waits for the end; answers the exit code, if there is one. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export type LogLine = Readonly<Record<string, unknown>>;

export interface TrialCalendar {
  folder: string;
  engine: Engine;
  /** Throws with what the service says where it does not start. */
  start(...args: string[]): Promise<Service>;
  /** Adds a user and answers the value of an Authorization header. */
  addUser(login: string, role: Role): Promise<string>;
  /** Runs a command on the calendar; answers its exit code and all it says. */
  run(...args: string[]): Promise<{ code: number; text: string }>;
  remove(): Promise<void>;
}

/** An empty calendar; on PostgreSQL in a database of its own on a server that ends with it. */
export async function createCalendar(engine: Engine, parent = tmpdir()): Promise<TrialCalendar> {
  const folder = mkdtempSync(join(parent, 'kalends-trial-'));
  const database = engine === 'postgres' ? await createDatabase() : undefined;
  const env = { ...process.env, ...(database ? { DATABASE_URL: database.url } : {}) };

  async function run(...args: string[]) {
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args, '--data', folder], {
        env,
      });
      return { code: 0, text: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, text: stdout + stderr };
    }
  }

  return {
    folder,
    engine,
    run,
    start: (...args) => startService(['--data', folder, ...args], env),
    async addUser(login, role) {
      const { code, text } = await run('user', 'add', login, '--role', role);
      const password = new RegExp(`^${login}:(\\S{24})`, 'm').exec(text)?.[1];
      if (code !== 0 || password === undefined) throw new Error(`No user was added: ${text}`);
      return `Basic ${btoa(`${login}:${password}`)}`;
    },
    async remove() {
      await database?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startServer();
  const name = `kalends_trial_${process.pid}_${Date.now()}`;
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await ask(`create database ${name}`);
  return {
    url: url.href,
    async stop() {
      await ask(`drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

/** `kalends serve` with these arguments, on a free port, once it listens. */
export async function startService(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Service> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: LogLine[] = [];
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    void ended.then(() => reject(new Error(complaint.trim() || 'The service has ended.')));
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
    async stop(signal) {
      child.kill(signal);
      return (await ended)[0] as number | null;
    },
  };
}
