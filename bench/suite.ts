// Measures one calendar with one arrangement of processes.
import { startBare } from './bare.ts';
import type { Calendar } from './calendars.ts';
import { ask, type Call, load, type Measured, median, quantile, type Reply } from './load.ts';
import { complaintAbout, type Operation, readOperations, usual, writeOperations } from './operations.ts';
import { ownRoot, readSamples, type Samples, type Site } from './samples.ts';
import { type Caches, type Service, startService } from './service.ts';

export interface SuiteOptions {
  calendar: Calendar;
  workers: string;
  /** Of each round. */
  seconds: number;
  /** One after the other, for the times of a single reply. */
  calls: number;
  /** Only what is measured in every arrangement. */
  onlyCore: boolean;
  /** Names that are measured; all without. */
  only: RegExp | undefined;
  tell(line: string): void;
}

/** What was measured of one operation; what was not is left out. */
export interface Result {
  operation: string;
  engine: string;
  events: number;
  workers: string;
  bytes?: number;
  /** Milliseconds of one call after the other, nothing kept. */
  p50?: number;
  p99?: number;
  uncached?: number;
  /** Put together of events that are kept. */
  assembled?: number;
  hot?: number;
  hotP99?: number;
  notModified?: number;
  bare?: number;
  /** Medians of the rounds' own ratios. */
  hotToBare?: number;
  /** What the bare server gains where it sends the 304. */
  bareNotModifiedToBare?: number;
  /** Microseconds on a processor for each call. */
  spentUncached?: number;
  spentAssembled?: number;
  spentHot?: number;
  spentNotModified?: number;
  spentBare?: number;
  notModifiedToHot?: number;
  megabytes?: number;
}

const rounds = 3;
export const connections = 10;
/** Seconds: before each operation, and of all together before the first. V8 compiles what has run often enough. */
const warmUp = 0.7;
export const warmUpAll = 4;

export async function measureCalendar(options: SuiteOptions): Promise<Result[]> {
  const { calendar, workers, tell } = options;
  const shared = { engine: calendar.engine, events: calendar.events, workers };
  const { folder, environment } = calendar;
  const results: Result[] = [];
  const startTimes: number[] = [];
  const start = async (caches: Caches): Promise<Service> => {
    const service = await startService({ folder, environment, workers, caches });
    startTimes.push(service.firstAnswerMs);
    return service;
  };
  await (await start('all')).stop();
  const uncached = await start('none');
  const assembling = await start('events');
  const cached = await start('all');
  try {
    const site: Site = { origin: uncached.origin, root: ownRoot };
    const samples = await readSamples(site);
    const wanted = ({ isCore, name }: Operation) => (isCore || !options.onlyCore) && (options.only?.test(name) ?? true);
    const reads = readOperations(site, samples).filter(wanted);
    await warm([uncached, assembling, cached], reads);
    for (const operation of reads) {
      tell(`${calendar.engine}, ${calendar.events} events, ${workers} worker(s): ${operation.name}`);
      results.push({
        operation: operation.name,
        ...shared,
        ...(await measureRead(operation, { uncached, assembling, cached }, options)),
      });
    }
    // Idle, and what the load left has been let go.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const megabytes = cached.memory();
    for (const operation of writeOperations(site, samples, calendar.credentials).filter(wanted)) {
      tell(`${calendar.engine}, ${calendar.events} events, ${workers} worker(s): ${operation.name}`);
      results.push({ operation: operation.name, ...shared, ...(await measureWrite(operation, cached, options)) });
    }
    if (options.only?.test('mixed') ?? true) {
      tell(`${calendar.engine}, ${calendar.events} events, ${workers} worker(s): mixed`);
      results.push({ operation: mixedName, ...shared, ...(await measureMixed(cached, samples, calendar, options)) });
    }
    results.push({ operation: startName, ...shared, p50: median(startTimes), megabytes });
    return results;
  } finally {
    await uncached.stop();
    await assembling.stop();
    await cached.stop();
  }
}

/** As a service is that has been running for a while. */
async function warm(services: readonly Service[], operations: readonly Operation[]): Promise<void> {
  const next = (n: number) => (operations[n % operations.length] as Operation).next(n);
  if (operations.length === 0) return;
  for (const { origin } of services) await load({ origin, next, connections, seconds: warmUpAll });
}

export const mixedName = '95% reads, 5% writes';
export const startName = 'start to first answer';

interface Services {
  uncached: Service;
  assembling: Service;
  cached: Service;
}

/** In turns, so that a machine that slows down or speeds up does so for all; medians count. */
async function measureRead(operation: Operation, services: Services, options: SuiteOptions): Promise<Partial<Result>> {
  const { seconds, calls } = options;
  const { uncached, assembling, cached } = services;
  const hotCall = operation.next(0);
  const sample = await sampleOf(cached.origin, hotCall, operation);
  await sampleOf(uncached.origin, operation.next(1), operation);
  const bare = await startBare(sample);
  const bytes = sample.body.length;
  const same = () => hotCall;
  const etag = String(sample.headers['etag'] ?? '');
  const unchanged: Call = { ...hotCall, headers: { 'if-none-match': etag }, status: 304 };
  const bareUnchanged = await startBare(await ask(cached.origin, unchanged));
  try {
    const measured: Record<'slow' | 'assembled' | 'hot' | 'fresh' | 'ceiling' | 'ceilingFresh', Measured>[] = [];
    const times: number[] = [];
    const warming = { connections, seconds: warmUp };
    await load({ origin: uncached.origin, next: operation.next, ...warming });
    await load({ origin: assembling.origin, next: operation.next, ...warming });
    await load({ origin: cached.origin, next: same, ...warming, bytes });
    await load({ origin: cached.origin, next: () => unchanged, ...warming, bytes: 0 });
    await load({ origin: bare.origin, next: same, ...warming, bytes });
    await load({ origin: bareUnchanged.origin, next: () => unchanged, ...warming, bytes: 0 });
    let asked = 0;
    for (let round = 0; round < rounds; round++) {
      const next = (n: number) => operation.next(asked + n);
      const alone = await load({
        origin: uncached.origin,
        next,
        seconds: seconds * 3,
        calls: Math.ceil(calls / rounds),
      });
      times.push(...alone.times);
      asked += alone.times.length;
      const slow = await load({ ...uncached, next, connections, seconds });
      asked += slow.times.length;
      const assembled = await load({ ...assembling, next, connections, seconds });
      asked += assembled.times.length;
      const hot = await load({ ...cached, next: same, connections, seconds, bytes });
      const fresh = await load({ ...cached, next: () => unchanged, connections, seconds, bytes: 0 });
      const ceiling = await load({ ...bare, next: same, connections, seconds, bytes });
      const ceilingFresh = await load({ ...bareUnchanged, next: () => unchanged, connections, seconds, bytes: 0 });
      measured.push({ slow, assembled, hot, fresh, ceiling, ceilingFresh });
    }
    times.sort((a, b) => a - b);
    const of = (value: (round: (typeof measured)[number]) => number) => median(measured.map(value));
    return {
      bytes,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      uncached: of(({ slow }) => slow.perSecond),
      assembled: of(({ assembled }) => assembled.perSecond),
      hot: of(({ hot }) => hot.perSecond),
      hotP99: of(({ hot }) => quantile(hot.times, 0.99)),
      notModified: of(({ fresh }) => fresh.perSecond),
      bare: of(({ ceiling }) => ceiling.perSecond),
      hotToBare: of(({ hot, ceiling }) => hot.perSecond / ceiling.perSecond),
      notModifiedToHot: of(({ fresh, hot }) => fresh.perSecond / hot.perSecond),
      bareNotModifiedToBare: of(({ ceilingFresh, ceiling }) => ceilingFresh.perSecond / ceiling.perSecond),
      spentUncached: of(({ slow }) => slow.spent),
      spentAssembled: of(({ assembled }) => assembled.spent),
      spentHot: of(({ hot }) => hot.spent),
      spentNotModified: of(({ fresh }) => fresh.spent),
      spentBare: of(({ ceiling }) => ceiling.spent),
    };
  } finally {
    bare.stop();
    bareUnchanged.stop();
  }
}

export async function sampleOf(origin: string, call: Call, operation: Operation): Promise<Reply> {
  const sample = await ask(origin, call);
  if (sample.status !== call.status)
    throw new Error(
      `${operation.name}: ${call.path} answered ${sample.status}: ${sample.body.toString().slice(0, 300)}`,
    );
  const complaint = complaintAbout(sample.body, operation);
  if (complaint) throw new Error(`${operation.name}: the reply to ${call.path} ${complaint}`);
  return sample;
}

/** One after the other: a client that waits for each. */
async function measureWrite(
  operation: Operation,
  { origin, pid }: Service,
  { calls, seconds }: SuiteOptions,
): Promise<Partial<Result>> {
  const bytes = (await sampleOf(origin, operation.next(0), operation)).body.length;
  await load({ origin, next: (n) => operation.next(1 + n), seconds: warmUpAll });
  const { times, perSecond, spent } = await load({
    origin,
    pid,
    next: (n) => operation.next(10_000 + n),
    seconds: seconds * rounds,
    calls: calls * 5,
  });
  return { bytes, p50: quantile(times, 0.5), p99: quantile(times, 0.99), uncached: perSecond, spentUncached: spent };
}

/** Readers who look at lists and single events while others write: what a busy calendar sees. */
async function measureMixed(
  { origin, pid }: Service,
  samples: Samples,
  { credentials }: Calendar,
  { seconds }: SuiteOptions,
): Promise<Partial<Result>> {
  const site: Site = { origin, root: ownRoot };
  const reads = readOperations(site, samples, usual);
  const writes = writeOperations(site, samples, credentials);
  // Most look at the first page or an event; few go on or search.
  const order = ['list of ten', 'single read', 'single read', 'list of ten', 'list by category', 'single read by slug'];
  const common = order.flatMap((name) => reads.find((operation) => operation.name === name) ?? []);
  const pick = <T>(items: readonly T[], n: number) => items[n % items.length] as T;
  const next = (n: number): Call => {
    const round = Math.floor(n / 20);
    if (n % 20 === 10) return pick(writes, round).next(100_000 + round);
    return pick(n % 20 === 5 ? reads : common, n).next(n);
  };
  await load({ origin, next, connections, seconds: warmUpAll });
  const all: { perSecond: number; p99: number; p50: number; spent: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const { times, perSecond, spent } = await load({ origin, pid, next, connections, seconds: seconds * 2 });
    all.push({ perSecond, spent, p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
  }
  return {
    p50: median(all.map(({ p50 }) => p50)),
    p99: median(all.map(({ p99 }) => p99)),
    hot: median(all.map(({ perSecond }) => perSecond)),
    spentHot: median(all.map(({ spent }) => spent)),
  };
}
