// npm run trial:crash, :hostile, :access, :replication, :disk, :parsers: stress tests on a new calendar. Exits with 1 if
// anything was lost, leaked, changed without permission or answered with a server error.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { accessTrial } from './trials/access.ts';
import { createCalendar, type Engine, type TrialCalendar } from './trials/calendar.ts';
import { crashTrial } from './trials/crash.ts';
import { diskTrial } from './trials/disk.ts';
import type { Findings } from './trials/findings.ts';
import { hostileTrial } from './trials/hostile.ts';
import { replicationTrial } from './trials/replication.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** `sqlite` or `postgres`; both by default. */
    engine: { type: 'string' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '200' },
    writers: { type: 'string', default: '8' },
    workers: { type: 'string', default: '1' },
    requests: { type: 'string', default: '100000' },
    /** Tries one in this many reads, searches and writes. */
    'one-in': { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    /** The copier checkpoints once the log has this many pages; by default only the service does. */
    'checkpoint-pages': { type: 'string' },
    damages: { type: 'string', default: '20' },
    /** Factor for the number of cases of each property test; 250 makes a million cases. */
    times: { type: 'string', default: '100' },
  },
});
const seed = Number(values.seed);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const trials: Record<string, (calendar: TrialCalendar) => Promise<Findings>> = {
  crash: (calendar) => {
    const [kills, writers, workers] = [Number(values.kills), Number(values.writers), Number(values.workers)];
    return crashTrial(calendar, { kills, writers, workers, seed, print });
  },
  hostile: (calendar) => hostileTrial(calendar, { requests: Number(values.requests), seed, print }),
  access: (calendar) => accessTrial(calendar, { oneIn: Number(values['one-in']), print }),
};

async function onEngine(engine: Engine, trial: (calendar: TrialCalendar) => Promise<Findings>): Promise<void> {
  print(`On ${engine}:`);
  const calendar = await createCalendar(engine);
  try {
    printFindings(await trial(calendar));
  } finally {
    await calendar.remove();
  }
}

function printFindings({ figures, faults }: Findings): void {
  for (const [name, figure] of Object.entries(figures)) print(`  ${String(figure).padStart(8)}  ${name}`);
  for (const fault of faults) print(`  FAULT ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

/** Runs the trial again in a mount namespace of its own, so that its mounts do not affect the machine. */
function rerunInNamespace(): void {
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--map-root-user', process.execPath, import.meta.filename, ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, TRIAL_NAMESPACE: '1' } },
  );
  process.exitCode = status ?? 1;
}

/** Dates, costs, HTML, iCalendar, CSV and query strings. */
const parsers = [
  'src/core/dates/parse',
  'src/core/text/cost',
  'src/core/text/html',
  'src/core/ical',
  'src/core/csv-text',
  'src/import/ical/content-lines',
  'src/http/params/raw',
];

function parserTrial(): void {
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'unit', '--testTimeout', '7200000', ...parsers], {
    stdio: 'inherit',
    env: { ...process.env, KALENDS_RUNS: values.times },
  });
  process.exitCode = status ?? 1;
}

const [name = ''] = positionals;
const trial = trials[name];
if (name === 'disk') {
  if (process.env['TRIAL_NAMESPACE']) printFindings(await diskTrial({ damages: Number(values.damages), seed }));
  else rerunInNamespace();
} else if (name === 'parsers') {
  parserTrial();
} else if (name === 'replication') {
  const pages = values['checkpoint-pages'];
  const options = { seconds: Number(values.seconds), checkpointPages: pages === undefined ? undefined : Number(pages) };
  await onEngine('sqlite', (calendar) => replicationTrial(calendar, options));
} else if (trial) {
  for (const engine of values.engine ? [values.engine as Engine] : (['sqlite', 'postgres'] as const))
    await onEngine(engine, trial);
} else {
  print(`Choose a trial: ${[...Object.keys(trials), 'replication', 'disk', 'parsers'].join(', ')}.`);
  process.exitCode = 2;
}
