import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface PostgresServer {
  url: string;
  /** Folder of its Unix socket, on which a query takes two thirds of the time that it takes over TCP. */
  socket?: string;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('postgres-server.ts', import.meta.url));

/** The server at TEST_POSTGRES_URL, or a temporary one that ends with this process. */
export async function startServer(): Promise<PostgresServer> {
  const given = process.env['TEST_POSTGRES_URL'];
  return given ? { url: given, stop: async () => undefined } : startOwn();
}

/** With `--durable`, PostgreSQL's default durability. */
export async function startOwn(...options: '--durable'[]): Promise<PostgresServer> {
  const server = spawn(process.execPath, [program, ...options], { stdio: ['pipe', 'pipe', 'pipe'] });
  const complaint = text(server.stderr);
  const ended = once(server, 'exit');
  const line = once(createInterface({ input: server.stdout }), 'line').then(([printed]) => String(printed).split(' '));
  const [url, socket] = await Promise.race([line, ended.then(() => [])]);
  if (url === undefined || socket === undefined)
    throw new Error(
      `The packaged PostgreSQL server does not start; TEST_POSTGRES_URL may name another for tests, --postgres for benchmarks.\n${await complaint}`,
    );
  return {
    url,
    socket,
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}
