// Short runs of the trials: they find no fault, and each has tried enough to find one.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runs, runsForRareFaults } from '../../test/support/runs.ts';
import { type PostgresServer, startServer } from '../../test/support/servers/own-postgres.ts';
import { accessTrial } from './access.ts';
import { createCalendar, type Engine, type TrialCalendar } from './calendar.ts';
import { crashTrial } from './crash.ts';
import { hostileTrial } from './hostile.ts';
import { replicationTrial } from './replication.ts';

const print = () => undefined;

const engines = ['sqlite', 'postgres'] as const;

let server: PostgresServer;
beforeAll(async () => {
  server = await startServer();
}, 60_000);
afterAll(() => server.stop());

async function calendarOf(engine: Engine, atEnd = onTestFinished): Promise<TrialCalendar> {
  const calendar = await createCalendar(engine, { server });
  atEnd(() => calendar.remove());
  return calendar;
}

// At the same time: most of it is waiting for webhooks that a killed process had begun to send.
test.concurrent.for(engines)(
  'No acknowledged write and no webhook is lost when the service is killed, on %s',
  { timeout: 300_000 },
  async (engine, { expect, onTestFinished: atEnd }) => {
    const options = { kills: runsForRareFaults(6), writers: 6, workers: 1, seed: 1, print };
    const { faults, figures } = await crashTrial(await calendarOf(engine, atEnd), options);
    expect(faults).toEqual([]);
    expect(figures['acknowledged writes']).toBeGreaterThan(20);
  },
);

describe.each(engines)('on %s', (engine) => {
  test('No hostile request causes a server error', { timeout: 300_000 }, async () => {
    const options = { requests: runs(1000), seed: engines.indexOf(engine), print };
    const { faults, figures } = await hostileTrial(await calendarOf(engine), options);
    expect(faults).toEqual([]);
    expect(figures['4xx']).toBeGreaterThan(200);
  });

  test('No caller sees or changes a record without permission', { timeout: 300_000 }, async () => {
    const { faults, figures } = await accessTrial(await calendarOf(engine), { oneIn: 24, print });
    expect(faults).toEqual([]);
    expect(figures).toMatchObject({ 'records untouched': 48 });
    expect(figures['refused writes']).toBeGreaterThan(100);
  });
});

test('A write-ahead log copied while the service writes and checkpoints yields the same calendar', async () => {
  const options = { seconds: runsForRareFaults(5), checkpointPages: 300 };
  const { faults, figures } = await replicationTrial(await calendarOf('sqlite'), options);
  expect(faults).toEqual([]);
  expect(figures['acknowledged writes']).toBeGreaterThan(5);
  expect(figures['copied: restarts']).toBeGreaterThan(0);
});

const mayMount = spawnSync('unshare', ['--mount', '--map-root-user', 'true']).status === 0;

test.skipIf(!mayMount)('A full, a read-only and a damaged disk lose nothing', { timeout: 120_000 }, () => {
  const program = new URL('../trial.ts', import.meta.url).pathname;
  const { status, stdout } = spawnSync(process.execPath, [program, 'disk', '--damages', '2'], { encoding: 'utf8' });
  expect(stdout).toMatch(/\d+ {2}writes refused by a full disk/);
  expect(status, stdout).toBe(0);
});
