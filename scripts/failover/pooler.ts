import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/servers/free-port.ts';
import { type ServerNode, serverUser } from './cluster.ts';

export type Pooler = Awaited<ReturnType<typeof startPooler>>;

/** PgBouncer in transaction mode in front of one server. */
export async function startPooler(program: string, server: ServerNode) {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-failover-pooler-'));
  const port = await freePort();
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(path, configuration(port, server.port));
  const owner = serverUser();
  const started: ChildProcess = spawn(program, [...(owner ? ['-u', 'postgres'] : []), path], { stdio: 'ignore' });
  await sleep(1000);
  if (started.exitCode !== null) throw new Error('PgBouncer does not start.');
  return {
    port,
    stop() {
      started.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (port: number, serverPort: number): string => `
[databases]
postgres = host=127.0.0.1 port=${serverPort} dbname=postgres user=kalends
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_login_retry = 1
query_wait_timeout = 2
`;
