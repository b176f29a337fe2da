// npm run bench [-- --events 100000 --seconds 4]: each operation beside a bare server that sends the same bytes.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { noProgress } from '../src/transfer/progress.ts';
import { fillCalendar } from './calendar/fill.ts';
import { targetOf } from './engine.ts';
import { type Call, call, latencies, quantile, rate, startServer } from './measure.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    calls: { type: 'string', default: '400' },
  },
});
const events = Number(options.events);
const seconds = Number(options.seconds);
const calls = Number(options.calls);
const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'));
const path = join(folder, 'calendar.sqlite');
const root = '/wp-json/calendar/events/v1';

const now = Math.floor(Date.now() / 1000);
const target = targetOf(path);
const store = target.open();
console.log(`filling a calendar of ${events} events …`);
const { loading } = target;
const { password } = await fillCalendar(store, { events, seed: 1, now, progress: noProgress, loading });
const middle = await store.reader
  .selectFrom('events')
  .select('id')
  .where('status', '=', 'publish')
  .where('hide_from_listings', '=', 0)
  .where('start_utc', '>', now)
  .limit(1)
  .executeTakeFirstOrThrow();
await store.close();

const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const write = (method: string, where: string, body: object): Call => ({
  method,
  path: `${root}${where}`,
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const full = (n: number) => ({
  title: `Bench evening ${n}`,
  start_date: '2031-03-12 19:00:00',
  end_date: '2031-03-12 22:00:00',
  timezone: 'Europe/Paris',
  description: 'Two paragraphs.\n\nOf plain text.',
  cost: '12',
  website: 'https://bench.example.org/',
  categories: [1],
  tags: [25, 26],
});
const operations: { name: string; next: (n: number) => Call; hot: boolean }[] = [
  { name: 'list of ten', next: () => ({ method: 'GET', path: `${root}/events` }), hot: true },
  { name: 'single read', next: () => ({ method: 'GET', path: `${root}/events/${middle.id}` }), hot: true },
  { name: 'search (three letters)', next: () => ({ method: 'GET', path: `${root}/events?search=zyx` }), hot: true },
  { name: 'list by category', next: () => ({ method: 'GET', path: `${root}/events?categories=5` }), hot: true },
  { name: 'list in a fallback language', next: () => ({ method: 'GET', path: `/de${root}/events` }), hot: false },
  {
    name: 'list within 25 km',
    next: () => ({ method: 'GET', path: `${root}/events?geoloc_lat=45.9&geoloc_lng=5&geoloc_radius=25` }),
    hot: false,
  },
  { name: 'list of venues', next: () => ({ method: 'GET', path: `${root}/venues` }), hot: true },
  { name: 'create', next: (n) => write('POST', '/events', full(n)), hot: false },
  { name: 'update', next: (n) => write('PATCH', `/events/${middle.id}`, { title: `Renamed ${n}` }), hot: false },
];

const uncached = await startServer('service.ts', [path, '0']);
const cached = await startServer('service.ts', [path, String(64 * 1024 * 1024)]);
const agent = new Agent({ keepAlive: true });
const rows: Record<string, Record<string, string>> = {};
for (const { name, next, hot } of operations) {
  const sample = await call(cached.port, next(-1000), agent);
  if (sample.status >= 400) throw new Error(`${name}: ${sample.status} ${sample.body.toString().slice(0, 300)}`);
  const bare = await startServer('bare-server.ts', [], {
    status: 200,
    headers: sample.headers,
    body: sample.body.toString('base64'),
  });
  const times = await latencies(uncached.port, calls, next);
  const floor = await latencies(bare.port, calls, next);
  const row: Record<string, string> = {
    bytes: String(sample.body.length),
    'uncached p50 ms': quantile(times, 0.5).toFixed(2),
    'p99 ms': quantile(times, 0.99).toFixed(2),
    'bare p50 ms': quantile(floor, 0.5).toFixed(2),
  };
  if (hot) {
    // In turns, so that a machine that slows down or speeds up does so for all; the median ratio counts.
    const rounds: { slow: number; fast: number; ceiling: number }[] = [];
    for (let round = 0; round < 3; round++) {
      const slow = await rate(uncached.port, next(0), seconds / 3);
      const fast = await rate(cached.port, next(0), seconds / 3);
      rounds.push({ slow, fast, ceiling: await rate(bare.port, next(0), seconds / 3) });
    }
    const median = (of: (round: (typeof rounds)[number]) => number) =>
      rounds.map(of).sort((x, y) => x - y)[1] as number;
    row['uncached/s'] = median(({ slow }) => slow).toFixed(0);
    row['hot/s'] = median(({ fast }) => fast).toFixed(0);
    row['bare/s'] = median(({ ceiling }) => ceiling).toFixed(0);
    row['hot : bare'] = median(({ fast, ceiling }) => fast / ceiling).toFixed(2);
  }
  rows[name] = row;
  bare.stop();
}
console.log(`${events} events, ${process.version}`);
console.table(rows);
agent.destroy();
uncached.stop();
cached.stop();
rmSync(folder, { recursive: true });
process.exit(0);
