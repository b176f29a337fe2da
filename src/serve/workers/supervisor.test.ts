import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSupervisor } from './supervisor.ts';
import type { SupervisorMessage, WorkerMessage, WorkerProcess } from './worker-control.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Started extends WorkerProcess {
  worker: number;
  isFirst: boolean;
  at: number;
  heard: SupervisorMessage[];
  report(message: WorkerMessage): void;
  die(how?: string): void;
  /** A worker whose event loop is blocked. */
  hang(): void;
}

/** Workers that run `live` when started, and end when asked to stop. */
function supervised(count: number, live: (started: Started, index: number) => void) {
  const all: Started[] = [];
  const spawn = (worker: number, isFirst: boolean): WorkerProcess => {
    const onMessage: ((message: WorkerMessage) => void)[] = [];
    const onExit: ((how: string) => void)[] = [];
    let isDead = false;
    let isStuck = false;
    const heartbeats = setInterval(() => isStuck || started.report({ alive: true }), 1000);
    const die = (how = 'exit code 1') => {
      if (isDead) return;
      isDead = true;
      clearInterval(heartbeats);
      for (const listener of onExit) listener(how);
    };
    const started: Started = {
      pid: 1000 + all.length,
      worker,
      isFirst,
      at: Date.now(),
      heard: [],
      die,
      report: (message) => onMessage.forEach((listener) => void listener(message)),
      send(message) {
        this.heard.push(message);
        if ('stop' in message && !isStuck) queueMicrotask(() => die('exit code 0'));
      },
      hang() {
        isStuck = true;
      },
      kill: (signal) => die(signal),
      onMessage: (listener) => void onMessage.push(listener),
      onExit: (listener) => void onExit.push(listener),
    };
    all.push(started);
    const index = all.length - 1;
    queueMicrotask(() => live(started, index));
    return started;
  };
  const errors: string[] = [];
  const supervisor = createSupervisor({
    count,
    spawn,
    logger: pino({ level: 'error' }, { write: (line) => void errors.push(line) }),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    elapsedMs: () => Date.now(),
  });
  return { all, errors, supervisor, alive: () => all.filter((one) => !one.heard.some((said) => 'stop' in said)) };
}

const listen = (one: Started) => one.report({ listening: { address: '127.0.0.1', port: 3000 } });

test('Only the first worker fills the calendar and runs background work', async () => {
  const { all, supervisor } = supervised(3, listen);
  expect(await supervisor.start()).toEqual({ address: '127.0.0.1', port: 3000 });
  expect(all.map(({ worker, isFirst }) => [worker, isFirst])).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
  expect(all.map(({ heard }) => heard)).toEqual([[{ background: true }], [], []]);
});

test('A stop before the first worker listens is not an error', async () => {
  const { errors, supervisor } = supervised(2, () => undefined);
  void supervisor.start().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  await supervisor.stop();
  await vi.advanceTimersByTimeAsync(1);
  expect(errors).toEqual([]);
});

test('A start without a working worker fails at once with the reported reason, else after three attempts', async () => {
  const refused = supervised(2, (one) => {
    one.report({ failed: 'The port is in use.' });
    one.die();
  });
  await expect(refused.supervisor.start()).rejects.toThrow('The port is in use.');
  expect(refused.all).toHaveLength(1);

  const silent = supervised(2, (one) => one.die('SIGSEGV'));
  const started = expect(silent.supervisor.start()).rejects.toThrow(/No worker could be started.*SIGSEGV/);
  await vi.advanceTimersByTimeAsync(10_000);
  await started;
  expect(silent.all).toHaveLength(3);
});

test('A worker that ran for a while is restarted at once, one that dies at its start with growing pauses', async () => {
  let isBroken = false;
  const { all, supervisor } = supervised(2, (one) => (isBroken ? one.die() : listen(one)));
  await supervisor.start();
  await vi.advanceTimersByTimeAsync(60_000);
  all[1]?.die('SIGKILL');
  await vi.advanceTimersByTimeAsync(0);
  expect(all.map(({ worker }) => worker)).toEqual([1, 2, 2]);

  isBroken = true;
  all[2]?.die();
  const begin = Date.now();
  await vi.advanceTimersByTimeAsync(120_000);
  const pauses = all.slice(3).map(({ at }, index, later) => at - (later[index - 1]?.at ?? begin));
  expect(pauses.length).toBeGreaterThan(5);
  expect(pauses.length).toBeLessThan(15);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  isBroken = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(all.at(-1)?.heard).toEqual([]);
});

test('A reload starts the new worker of each slot before it stops the old one, slot by slot', async () => {
  const events: string[] = [];
  const { all, supervisor, alive } = supervised(2, (one) => {
    listen(one);
    events.push(`${one.pid} listens`);
    one.onExit(() => events.push(`${one.pid} ended`));
  });
  await supervisor.start();
  await supervisor.reload();
  expect(events.slice(2)).toEqual(['1002 listens', '1000 ended', '1003 listens', '1001 ended']);
  expect(alive().map(({ worker }) => worker)).toEqual([1, 2]);
  expect(all.map(({ isFirst }) => isFirst)).toEqual([true, false, false, false]);
  // Work that only one worker does continues in the new one, after the old one has exited.
  expect(all[2]?.heard).toEqual([{ background: true }]);
});

test('Reloads requested during a reload cause one more after it', async () => {
  const { all, supervisor } = supervised(2, listen);
  await supervisor.start();
  await Promise.all([supervisor.reload(), supervisor.reload(), supervisor.reload()]);
  expect(all.map(({ worker }) => worker)).toEqual([1, 2, 1, 2, 1, 2]);
});

test('A failed reload keeps the old workers', async () => {
  let isBroken = false;
  const { supervisor, alive, all } = supervised(2, (one) => (isBroken ? one.die() : listen(one)));
  await supervisor.start();
  isBroken = true;
  await supervisor.reload();
  expect(alive().slice(0, 2)).toEqual(all.slice(0, 2));
  isBroken = false;
  await supervisor.reload();
  expect(all.slice(0, 2).every(({ heard }) => heard.some((said) => 'stop' in said))).toBe(true);
});

test('Stopping ends all workers, including starting ones, and starts none', async () => {
  const { all, supervisor } = supervised(2, (one, index) => (index < 2 ? listen(one) : undefined));
  await supervisor.start();
  const reload = supervisor.reload();
  await vi.advanceTimersByTimeAsync(0);
  expect(all).toHaveLength(3);
  await supervisor.stop();
  await reload;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(all).toHaveLength(3);
});

test('A new worker that dies while the old one still stops is replaced like any other', async () => {
  const { all, supervisor } = supervised(1, listen);
  await supervisor.start();
  const [old] = all as [Started];
  old.send = (message) => void ('stop' in message && setTimeout(() => old.die('exit code 0'), 5000));
  const reload = supervisor.reload();
  await vi.advanceTimersByTimeAsync(1000);
  all[1]?.die('SIGSEGV');
  await vi.advanceTimersByTimeAsync(30_000);
  await reload;
  expect(all).toHaveLength(3);
  expect(all[2]?.heard).toEqual([{ background: true }]);
  all[2]?.die('SIGKILL');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(all).toHaveLength(4);
});

test('A worker without heartbeats for 30 s is killed and replaced', async () => {
  const { all, supervisor } = supervised(2, listen);
  await supervisor.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(all).toHaveLength(2);
  all[1]?.hang();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(all.map(({ worker }) => worker)).toEqual([1, 2, 2]);
});

test('A migrating worker has no time limit, but must then listen in time', async () => {
  const { all, supervisor } = supervised(1, (one, index) =>
    index === 0 ? one.report({ alive: true, migrating: true }) : listen(one),
  );
  const started = supervisor.start();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(all).toHaveLength(1);
  all[0]?.report({ alive: true, migrating: false });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  await started;
  expect(all).toHaveLength(2);
});

test('Remaining processes are killed at the end', async () => {
  const { all, supervisor } = supervised(2, listen);
  await supervisor.start();
  all[1]?.hang();
  const ended: number[] = [];
  for (const one of all) one.onExit(() => ended.push(one.worker));
  void supervisor.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual([1]);
  supervisor.end();
  expect(ended).toEqual([1, 2]);
});
