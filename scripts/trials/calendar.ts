// A calendar in a temporary folder, and the service on it.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../src/core/roles.ts';
import { captureProgram } from '../../test/support/capture-program.ts';
import { createDatabase, onDatabase } from '../../test/support/servers/databases.ts';
import { type PostgresServer, startServer } from '../../test/support/servers/own-postgres.ts';
import { type Service, startService } from '../service.ts';

export type Engine = 'sqlite' | 'postgres';

export interface TrialCalendar {
  folder: string;
  engine: Engine;
  /** Throws if the service does not start, with its error output. */
  start(...args: string[]): Promise<Service>;
  /** Adds a user, and returns the value of their Authorization header. */
  addUser(login: string, role: Role): Promise<string>;
  /** Runs a command on the calendar; returns its exit code and output. */
  run(...args: string[]): Promise<{ code: number; text: string }>;
  remove(): Promise<void>;
}

export interface Places {
  /** Where its folder is created. */
  parent?: string;
  /** For PostgreSQL; by default one that stops with the calendar. */
  server?: PostgresServer;
}

/** An empty calendar; on PostgreSQL in a new database. */
export async function createCalendar(
  engine: Engine,
  { parent = tmpdir(), server }: Places = {},
): Promise<TrialCalendar> {
  const folder = mkdtempSync(join(parent, 'kalends-trial-'));
  const database = engine === 'postgres' ? await createDatabaseOn(server) : undefined;
  const env = { ...process.env, ...(database ? { DATABASE_URL: database.url } : {}) };

  const run = (args: readonly string[]) => captureProgram([...args, '--data', folder], { folder, environment: env });

  return {
    folder,
    engine,
    async run(...args) {
      const { code, out, err } = await run(args);
      return { code, text: out + err };
    },
    start: (...args) => startService(['--data', folder, ...args], env),
    async addUser(login, role) {
      const { out } = await run(['user', 'add', login, '--role', role]);
      return `Basic ${btoa(out.trim())}`;
    },
    async remove() {
      await database?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabaseOn(given?: PostgresServer): Promise<{ url: string; stop(): Promise<void> }> {
  const server = given ?? (await startServer());
  const name = `kalends_trial_${randomUUID().replaceAll('-', '_')}`;
  return {
    url: await createDatabase(server.url, name),
    async stop() {
      await onDatabase(server.url, `drop database ${name} with (force)`);
      if (server !== given) await server.stop();
    },
  };
}
