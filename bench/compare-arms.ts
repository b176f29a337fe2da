// Compares two configurations of the service, alternating, so that changes in the speed of the machine affect both.
import type { Calendar } from './calendars.ts';
import { type Call, load, median, quantile } from './load.ts';
import { readOperations } from './operations.ts';
import { ownRoot, readSamples, type Site } from './samples.ts';
import { type Service, startService } from './service.ts';
import { connections, type SuiteOptions, sampleOf, warmUpAll } from './suite.ts';

export interface Arm {
  calendar: Calendar;
  workers: string;
}

/** Median ratios of the first to the second arm, without caches. */
export interface Comparison {
  operation: string;
  one: Arm;
  other: Arm;
  /** Ratio of the median response times of sequential calls. */
  times: number;
  /** Ratio of the calls per second on ten connections. */
  rates: number;
}

type Options = Pick<SuiteOptions, 'seconds' | 'calls' | 'only' | 'log'>;

const rounds = 7;
const measured = ['list of ten', 'single read'];

export async function compareArms(one: Arm, other: Arm, options: Options): Promise<Comparison[]> {
  const names = measured.filter((name) => options.only?.test(name) ?? true);
  const services: Service[] = [];
  const open = async ({ calendar: { folder, environment }, workers }: Arm): Promise<Service> => {
    const service = await startService({ folder, environment, workers, caches: 'none' });
    services.push(service);
    return service;
  };
  try {
    const [first, second] = [await open(one), await open(other)];
    const results: Comparison[] = [];
    for (const operation of names) {
      options.log(`${operation}: ${nameOf(one)} and ${nameOf(other)}`);
      const arms = [await callsOf(first, operation), await callsOf(second, operation)] as const;
      results.push({ operation, one, other, ...(await alternate(arms, options)) });
    }
    return results;
  } finally {
    for (const service of services) await service.stop();
  }
}

const nameOf = ({ calendar: { engine, events }, workers }: Arm): string =>
  `${engine}, ${events} events, ${workers} worker(s)`;

interface Target {
  origin: string;
  next(n: number): Call;
}

async function callsOf({ origin }: Service, name: string): Promise<Target> {
  const site: Site = { origin, root: ownRoot };
  const operation = readOperations(site, await readSamples(site)).find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  await sampleOf(origin, operation.next(0), operation);
  await load({ origin, next: operation.next, connections, seconds: warmUpAll });
  return { origin, next: operation.next };
}

async function alternate(
  [one, other]: readonly [Target, Target],
  { seconds, calls }: Options,
): Promise<{ times: number; rates: number }> {
  const times: number[] = [];
  const rates: number[] = [];
  const time = async (target: Target) =>
    quantile((await load({ ...target, seconds: seconds * 3, calls: Math.ceil(calls / 3) })).times, 0.5);
  const rate = async (target: Target) => (await load({ ...target, connections, seconds })).perSecond;
  for (let round = 0; round < rounds; round++) {
    times.push((await time(one)) / (await time(other)));
    rates.push((await rate(one)) / (await rate(other)));
  }
  return { times: median(times), rates: median(rates) };
}
