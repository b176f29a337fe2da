// Measures one calendar with one number of workers.
import { startBare } from './bare.ts';
import type { Calendar } from './calendars.ts';
import { type Call, type Load, load, type Measured, median, quantile, type Reply, sendRequest } from './load.ts';
import { complaintAbout, type Operation, readOperations, usual, writeOperations } from './operations.ts';
import { ownRoot, readSamples, type Samples, type Site } from './samples.ts';
import { type Caches, type Service, startService } from './service.ts';

export interface SuiteOptions {
  calendar: Calendar;
  workers: string;
  /** Duration of each round. */
  seconds: number;
  /** Number of calls, one after the other, for response times. */
  calls: number;
  /** Only operations that are measured with every number of workers. */
  onlyCore: boolean;
  /** Names of operations to measure; `undefined` for all. */
  only: RegExp | undefined;
  log(line: string): void;
}

/** `assembled` composes responses of cached events; the bare servers send the same responses as `hot` and `notModified`. */
type ArmName = 'uncached' | 'assembled' | 'hot' | 'notModified' | 'bare' | 'bareNotModified';

/** The figures of one operation. */
export interface Result {
  operation: string;
  engine: string;
  events: number;
  workers: string;
  bytes?: number;
  /** Milliseconds, of one call after the other without caches. */
  p50?: number;
  p99?: number;
  hotP99?: number;
  /** Calls per second. */
  rates?: Partial<Record<ArmName, number>>;
  /** Microseconds of processor time for each call. */
  spent?: Partial<Record<ArmName, number>>;
  /** Medians of the ratios of each round. */
  hotToBare?: number;
  notModifiedToHot?: number;
  bareNotModifiedToBare?: number;
  megabytes?: number;
}

const rounds = 3;
export const connections = 10;
/** Seconds before each operation, and before the first one. V8 compiles functions that run often. */
const warmUp = 0.7;
export const warmUpAll = 4;

export async function measureCalendar(options: SuiteOptions): Promise<Result[]> {
  const { calendar, workers } = options;
  const shared = { engine: calendar.engine, events: calendar.events, workers };
  const { folder, environment } = calendar;
  const log = (name: string) =>
    options.log(`${calendar.engine}, ${calendar.events} events, ${workers} worker(s): ${name}`);
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
    const isMeasured = ({ isCore, name }: Operation) =>
      (isCore || !options.onlyCore) && (options.only?.test(name) ?? true);
    const reads = readOperations(site, samples).filter(isMeasured);
    await warm([uncached, assembling, cached], reads);
    for (const operation of reads) {
      log(operation.name);
      results.push({
        operation: operation.name,
        ...shared,
        ...(await measureRead(operation, { uncached, assembling, cached }, options)),
      });
    }
    // Idle, after garbage collection.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const megabytes = cached.memory();
    for (const operation of writeOperations(site, samples, calendar.credentials).filter(isMeasured)) {
      log(operation.name);
      results.push({ operation: operation.name, ...shared, ...(await measureWrite(operation, cached, options)) });
    }
    if (options.only?.test('mixed') ?? true) {
      log('mixed');
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

/** Warms up the services. */
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

type Arms = Readonly<Record<ArmName, Omit<Load, 'seconds'>>>;
type Round = Readonly<Record<ArmName, Measured>>;

/** Alternates, so that changes in the speed of the machine affect all arms; medians count. */
async function measureRead(operation: Operation, services: Services, options: SuiteOptions): Promise<Partial<Result>> {
  const { uncached, assembling, cached } = services;
  const call = operation.next(0);
  const sample = await sampleOf(cached.origin, call, operation);
  await sampleOf(uncached.origin, operation.next(1), operation);
  const unchanged: Call = {
    ...call,
    headers: { 'if-none-match': String(sample.headers['etag'] ?? '') },
    status: 304,
  };
  const bare = await startBare(sample);
  const bareNotModified = await startBare(await sendRequest(cached.origin, unchanged));
  const bytes = sample.body.length;
  const same = { next: () => call, connections, bytes };
  const sameUnchanged = { next: () => unchanged, connections, bytes: 0 };
  let count = 0;
  const next = () => operation.next(count++);
  const arms: Arms = {
    uncached: { ...uncached, next, connections },
    assembled: { ...assembling, next, connections },
    hot: { ...cached, ...same },
    notModified: { ...cached, ...sameUnchanged },
    bare: { ...bare, ...same },
    bareNotModified: { ...bareNotModified, ...sameUnchanged },
  };
  try {
    return { bytes, ...(await measureArms(arms, options)) };
  } finally {
    bare.stop();
    bareNotModified.stop();
  }
}

async function measureArms(arms: Arms, { seconds, calls }: SuiteOptions): Promise<Partial<Result>> {
  const runAll = async (duration: number): Promise<Round> => {
    const measured: [string, Measured][] = [];
    for (const [name, arm] of Object.entries(arms)) measured.push([name, await load({ ...arm, seconds: duration })]);
    return Object.fromEntries(measured) as Round;
  };
  await runAll(warmUp);
  const times: number[] = [];
  const measured: Round[] = [];
  const alone = { ...arms.uncached, connections: 1, seconds: seconds * 3, calls: Math.ceil(calls / rounds) };
  for (let round = 0; round < rounds; round++) {
    times.push(...(await load(alone)).times);
    measured.push(await runAll(seconds));
  }
  times.sort((a, b) => a - b);
  const of = (value: (round: Round) => number) => median(measured.map(value));
  const ofArms = (figure: 'perSecond' | 'spent') =>
    Object.fromEntries(Object.keys(arms).map((name) => [name, of((round) => round[name as ArmName][figure])]));
  const rateRatio = (one: ArmName, other: ArmName) => of((round) => round[one].perSecond / round[other].perSecond);
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    hotP99: of(({ hot }) => quantile(hot.times, 0.99)),
    rates: ofArms('perSecond'),
    spent: ofArms('spent'),
    hotToBare: rateRatio('hot', 'bare'),
    notModifiedToHot: rateRatio('notModified', 'hot'),
    bareNotModifiedToBare: rateRatio('bareNotModified', 'bare'),
  };
}

export async function sampleOf(origin: string, call: Call, operation: Operation): Promise<Reply> {
  const sample = await sendRequest(origin, call);
  if (sample.status !== call.status)
    throw new Error(
      `${operation.name}: ${call.path} answered ${sample.status}: ${sample.body.toString().slice(0, 300)}`,
    );
  const complaint = complaintAbout(sample.body, operation);
  if (complaint) throw new Error(`${operation.name}: the reply to ${call.path} ${complaint}`);
  return sample;
}

/** One client that waits for each response. */
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
  const figures = { rates: { uncached: perSecond }, spent: { uncached: spent } };
  return { bytes, p50: quantile(times, 0.5), p99: quantile(times, 0.99), ...figures };
}

/** Reads of lists and single events while others write, as on a busy calendar. */
async function measureMixed(
  { origin, pid }: Service,
  samples: Samples,
  { credentials }: Calendar,
  { seconds }: SuiteOptions,
): Promise<Partial<Result>> {
  const site: Site = { origin, root: ownRoot };
  const reads = readOperations(site, samples, usual);
  const writes = writeOperations(site, samples, credentials);
  // Most read the first page or an event; few read further pages or search.
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
    rates: { hot: median(all.map(({ perSecond }) => perSecond)) },
    spent: { hot: median(all.map(({ spent }) => spent)) },
  };
}
