// A primary and a synchronous streaming standby on this machine, in a folder of their own.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../test/support/servers/free-port.ts';
import { packagedPostgres } from '../../test/support/servers/packaged-postgres.ts';

export interface ServerNode {
  port: number;
  url: string;
  /** Kills all its processes, like a power cut. */
  kill(): void;
  start(): Promise<void>;
  promote(): Promise<void>;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const user = 'kalends';
const database = 'postgres';

const configuration = (port: number): string => `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = ${port}
wal_level = replica
hot_standby = on
wal_keep_size = '256MB'
synchronous_commit = on
synchronous_standby_names = '*'
max_connections = 100
shared_buffers = '64MB'
`;

/** `programs` is the folder of PostgreSQL's programs, by default those of the tests. */
export async function startCluster(programs = join(packagedPostgres(), 'bin')) {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-failover-'));
  chmodSync(folder, 0o755);
  const owner = serverUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const run = (program: string, args: readonly string[]): string =>
    execFileSync(join(programs, program), args, { ...owner, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const places = { primary: join(folder, 'primary'), standby: join(folder, 'standby') };
  const [port, standbyPort] = [await freePort(), await freePort()];

  run('initdb', ['-D', places.primary, '-U', user, '-A', 'trust', '--encoding=UTF8', '--no-locale', '--no-sync']);
  appendFileSync(join(places.primary, 'postgresql.conf'), configuration(port));
  // The files of a server that has never run can be copied.
  cpSync(places.primary, places.standby, { recursive: true });
  appendFileSync(
    join(places.standby, 'postgresql.conf'),
    `port = ${standbyPort}\nsynchronous_standby_names = ''\n
primary_conninfo = 'host=127.0.0.1 port=${port} user=${user} application_name=standby'\n`,
  );
  writeFileSync(join(places.standby, 'standby.signal'), '');
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, places.standby]);
  chmodSync(places.standby, 0o700);

  const nodeOf = (place: string, at: number): ServerNode => {
    const url = `postgres://${user}@127.0.0.1:${at}/${database}`;
    let pid = 0;
    const query: ServerNode['query'] = async (sql) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    };
    return {
      port: at,
      url,
      query,
      async start() {
        const pidFile = join(place, 'postmaster.pid');
        rmSync(pidFile, { force: true });
        try {
          run('pg_ctl', ['start', '--wait', '--pgdata', place, '--log', `${place}.log`]);
        } catch (cause) {
          throw new Error(`PostgreSQL does not start: ${readFileSync(`${place}.log`, 'utf8')}`, { cause });
        }
        pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
      },
      kill() {
        if (pid === 0) return;
        for (const one of [pid, ...childrenOf(pid)]) endProcess(one);
        pid = 0;
      },
      async promote() {
        await query('select pg_promote()');
      },
    };
  };

  const primary = nodeOf(places.primary, port);
  const standby = nodeOf(places.standby, standbyPort);
  const remove = (): void => {
    primary.kill();
    standby.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await primary.start();
    await standby.start();
    await untilStreaming(primary);
  } catch (error) {
    remove();
    throw error;
  }
  return { primary, standby, remove };
}

async function untilStreaming(primary: ServerNode): Promise<void> {
  for (;;) {
    const rows = await primary.query(`select 1 from pg_stat_replication where sync_state = 'sync'`);
    if (rows.length > 0) return;
    await sleep(100);
  }
}

/** PostgreSQL does not run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child as number] : []));

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
