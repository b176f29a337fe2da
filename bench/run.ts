// npm run bench [-- --events 1k,100k] [--full] [--workers 1,2,auto] [--only REGEXP] [--calendars FOLDER]
//                [--postgres URL|packaged] [--compare URL]: measures the service, and a bare server that sends the same bytes.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwn } from '../test/support/servers/own-postgres.ts';
import { writeBars } from './bars.ts';
import { type Calendar, postgresCalendar, sqliteCalendar } from './calendars.ts';
import { compareWith } from './compare.ts';
import { type Arm, type Comparison, compareArms } from './compare-arms.ts';
import { readCount } from './counts.ts';
import { measureCalendar, type Result } from './suite.ts';
import { writeResults } from './table.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1k,100k' },
    full: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1,2,auto' },
    seconds: { type: 'string', default: '0.7' },
    calls: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    calendars: { type: 'string' },
    postgres: { type: 'string' },
    compare: { type: 'string' },
    import: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const log = (line: string) => console.error(line);
const optionsFor = (events: number) => ({ events, seed: Number(options.seed), folder, calendars: options.calendars });

if (options.compare !== undefined) {
  const calendar = options.import
    ? undefined
    : await sqliteCalendar(optionsFor(readCount(options.events.split(',')[0] as string)));
  console.log(await compareWith(options.compare, { calendar, folder, calls: Number(options.calls), log }));
} else {
  await measureAll();
}
process.exit();

async function measureAll(): Promise<void> {
  const sizes = (options.full ? '1k,100k,1M' : options.events).split(',').map(readCount);
  const only = options.only === undefined ? undefined : new RegExp(options.only);
  const shared = { seconds: Number(options.seconds), calls: Number(options.calls), only, log };
  const results: Result[] = [];
  const comparisons: Comparison[] = [];
  const calendars: Calendar[] = [];
  const postgres = await postgresUrl();
  for (const events of sizes) {
    calendars.push(await sqliteCalendar(optionsFor(events)));
    if (postgres !== undefined) calendars.push(await postgresCalendar(postgres, optionsFor(events)));
  }
  const counts = options.workers.split(',').map((text) => (text === 'auto' ? String(availableParallelism()) : text));
  try {
    for (const calendar of calendars) {
      for (const [index, workers] of [...new Set(counts)].entries())
        results.push(...(await measureCalendar({ ...shared, calendar, workers, onlyCore: index > 0 })));
    }
    for (const [one, other] of pairsOf(calendars, counts)) comparisons.push(...(await compareArms(one, other, shared)));
  } finally {
    // Reports what was measured before an error, too.
    report(results, comparisons);
  }
}

/** URL of the given server; a full run starts one by default, which ends with this process. */
async function postgresUrl(): Promise<string | undefined> {
  const given = options.postgres ?? (options.full ? 'packaged' : undefined);
  return given === 'packaged' ? (await startOwn('--durable')).url : given;
}

/** The pairs to compare: sizes on SQLite, engines, and numbers of workers. */
function pairsOf(calendars: readonly Calendar[], counts: readonly string[]): [Arm, Arm][] {
  const of = (name: string) => calendars.filter(({ engine }) => engine === name);
  const withOneWorker = (calendar: Calendar): Arm => ({ calendar, workers: '1' });
  const [small, ...larger] = of('SQLite');
  const large = larger.at(-1);
  const engines = of('SQLite').flatMap((calendar) =>
    of('PostgreSQL').flatMap((other): [Arm, Arm][] =>
      other.events === calendar.events ? [[withOneWorker(other), withOneWorker(calendar)]] : [],
    ),
  );
  // The middle size of a full run.
  const middle = larger[0] ?? small;
  return [
    ...(small && large ? [[withOneWorker(large), withOneWorker(small)] as [Arm, Arm]] : []),
    ...engines,
    ...(middle && counts.includes('2')
      ? [[{ calendar: middle, workers: '2' }, withOneWorker(middle)] as [Arm, Arm]]
      : []),
  ];
}

function report(results: readonly Result[], comparisons: readonly Comparison[]): void {
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}\n`);
  console.log(writeResults(results));
  console.log(`\n${writeBars(results, comparisons)}`);
}
