// npm run failover: two processes of the service, a primary and a synchronous standby on this machine; the primary is
// killed under writes, the standby promoted, and the old primary comes back. Ends with 1 if anything was lost.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCluster } from './failover/cluster.ts';
import { type Pooler, startPooler } from './failover/pooler.ts';
import { eventsPath, type Service, startLoad, startService, warningsOf } from './failover/services.ts';
import { sendCall } from './service.ts';

const { values } = parseArgs({
  options: {
    /** Folder with `postgres` and `initdb`. */
    programs: { type: 'string' },
    /** PgBouncer in front of each server, in transaction mode. */
    pgbouncer: { type: 'string' },
    writers: { type: 'string', default: '8' },
    /** Seconds before the primary is killed, until the standby is promoted, and after that. */
    seconds: { type: 'string', default: '5,2,8' },
  },
});
const [beforeMs = 0, downMs = 0, afterMs = 0] = values.seconds.split(',').map((text) => Number(text) * 1000);

const failures: string[] = [];
const print = (text: string): void => void process.stdout.write(`${text}\n`);
function check(what: string, isOk: boolean, detail: unknown = ''): void {
  print(`${isOk ? 'ok  ' : 'FAIL'} ${what} ${String(detail)}`.trimEnd());
  if (!isOk) failures.push(what);
}

const cluster = await startCluster(values.programs);
const services: Service[] = [];
const poolers: Pooler[] = [];
try {
  const { primary, standby } = cluster;
  for (const server of values.pgbouncer ? [primary, standby] : [])
    poolers.push(await startPooler(values.pgbouncer as string, server));
  const hosts = (ports: readonly number[]) =>
    `postgres://kalends@${ports.map((port) => `127.0.0.1:${port}`).join()}/postgres`;
  const direct = hosts([primary.port, standby.port]);
  const environment: Readonly<Record<string, string>> =
    poolers.length > 0
      ? {
          DATABASE_URL: hosts(poolers.map(({ port }) => port)),
          DATABASE_REPLICA_URLS: poolers.map(({ port }) => hosts([port])).join(),
          DATABASE_LISTEN_URL: direct,
          KALENDS_DATABASE_POOLER: 'transaction',
        }
      : {
          DATABASE_URL: `${direct}?target_session_attrs=read-write`,
          DATABASE_REPLICA_URLS: `${primary.url},${standby.url}`,
        };
  for (const _ of [1, 2]) services.push(await startService(environment));
  const [one, other] = services as [Service, Service];
  const authorization = `Basic ${btoa(`admin:${one.password}`)}`;

  const load = startLoad(services, authorization, Number(values.writers));
  await sleep(beforeMs);
  const killedAt = performance.now();
  primary.kill();
  print(`killed the primary after ${load.acknowledged.length} acknowledged writes`);
  await sleep(downMs / 2);
  const reads = await Promise.all(services.map(({ events }) => fetch(`${events}?page=1`)));
  check(
    'reads go on without a primary',
    reads.every(({ status }) => status === 200),
    reads.map(({ status }) => status),
  );
  const ready = await fetch(new URL('/readyz', one.events));
  check('/readyz', ready.status === 200, ready.status);
  await sleep(downMs / 2);
  const promotedAt = performance.now();
  await standby.promote();
  await sleep(afterMs);

  await primary.start();
  print('the old primary is back and accepts writes');
  await standby.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kalends'`);
  await sleep(2000);
  await load.stop();

  const after = load.acknowledged.filter(({ at }) => at > promotedAt).map(({ at }) => at);
  check('writes go on after the promotion', after.length > 0, `${after.length} acknowledged`);
  print(
    `first write ${Math.round(Math.min(...after) - promotedAt)} ms after the promotion, ${Math.round(Math.min(...after) - killedAt)} ms after the kill`,
  );
  const rows = await standby.query<{ id: number; title: string }>(
    `select record_id::int as id, title from record_texts where kind = 'event'`,
  );
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const lost = load.acknowledged.filter(({ id, title }) => titles.get(id) !== title);
  check('no acknowledged write is lost', lost.length === 0, `${lost.length} of ${load.acknowledged.length}`);
  const doubled = rows.length - new Set(rows.map(({ title }) => title)).size;
  check(
    'nothing was written twice',
    doubled === 0 && rows.length === load.acknowledged.length,
    `${rows.length} events`,
  );
  check('each 503 has Retry-After', load.withoutRetryAfter === 0);
  print(`refusals: ${[...load.refusals].map(([status, count]) => `${status} ${count}`).join(', ') || 'none'}`);

  await checkCachedResponses(one, other, authorization, load.acknowledged[0]?.id ?? 0);
  check(
    'no process was restarted',
    services.every(({ process: { exitCode } }) => exitCode === null),
  );
} finally {
  if (failures.length > 0)
    for (const service of services) print(`warnings of a process:\n  ${warningsOf(service).join('\n  ')}`);
  await Promise.all(services.map((service) => service.stop()));
  for (const { folder } of services) rmSync(folder, { recursive: true, force: true });
  for (const pooler of poolers) pooler.stop();
  cluster.remove();
}
process.exitCode = failures.length === 0 ? 0 : 1;

/** The next read of the same process sees a write, and soon those of the other one do, from then on. */
async function checkCachedResponses(one: Service, other: Service, authorization: string, id: number): Promise<void> {
  let stale = 0;
  let slowestMs = 0;
  const titleAt = async ({ events }: Service, headers: Record<string, string> = {}): Promise<string> =>
    ((await (await fetch(`${events}/${id}`, { headers })).json()) as { title: string }).title;
  for (let round = 1; round <= 50; round += 1) {
    const title = `Round ${round}`;
    const writtenAt = performance.now();
    const reply = await sendCall(one, { method: 'POST', path: `${eventsPath}/${id}`, authorization, json: { title } });
    if (reply.status !== 200) throw new Error(`the update returned ${reply.status}`);
    if ((await titleAt(one)) !== title) stale += 1;
    if ((await titleAt(other, { authorization })) !== title) stale += 1;
    while ((await titleAt(other)) !== title) {
      if (performance.now() - writtenAt > 2000) break;
    }
    slowestMs = Math.max(slowestMs, performance.now() - writtenAt);
    if ((await titleAt(other)) !== title) stale += 1;
  }
  check(
    'cached responses are those of the newest version',
    stale === 0,
    `${stale} stale, slowest ${Math.round(slowestMs)} ms`,
  );
}
