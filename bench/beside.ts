// Two arrangements of the service in turn, in the same minutes: a ratio that a machine which slows down meanwhile leaves alone.
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

/** Of the one to the other, nothing kept; medians of the rounds' own ratios. */
export interface Beside {
  operation: string;
  one: Arm;
  other: Arm;
  /** Of median times, one call after the other. */
  times: number;
  /** Of calls in a second, ten connections. */
  rates: number;
}

type Options = Pick<SuiteOptions, 'seconds' | 'calls' | 'only' | 'tell'>;

const rounds = 7;
const measured = ['list of ten', 'single read'];

export async function measureBeside(one: Arm, other: Arm, options: Options): Promise<Beside[]> {
  const names = measured.filter((name) => options.only?.test(name) ?? true);
  const services: Service[] = [];
  const open = async ({ calendar: { folder, environment }, workers }: Arm): Promise<Service> => {
    const service = await startService({ folder, environment, workers, caches: 'none' });
    services.push(service);
    return service;
  };
  try {
    const [first, second] = [await open(one), await open(other)];
    const results: Beside[] = [];
    for (const operation of names) {
      options.tell(`${operation}: ${nameOf(one)} beside ${nameOf(other)}`);
      const arms = [await callsOf(first, operation), await callsOf(second, operation)] as const;
      results.push({ operation, one, other, ...(await inTurn(arms, options)) });
    }
    return results;
  } finally {
    for (const service of services) await service.stop();
  }
}

const nameOf = ({ calendar: { engine, events }, workers }: Arm): string =>
  `${engine}, ${events} events, ${workers} worker(s)`;

interface Asked {
  origin: string;
  next(n: number): Call;
}

async function callsOf({ origin }: Service, name: string): Promise<Asked> {
  const site: Site = { origin, root: ownRoot };
  const operation = readOperations(site, await readSamples(site)).find((each) => each.name === name);
  if (!operation) throw new Error(`There is no ${name} to ask for.`);
  await sampleOf(origin, operation.next(0), operation);
  await load({ origin, next: operation.next, connections, seconds: warmUpAll });
  return { origin, next: operation.next };
}

async function inTurn(
  [one, other]: readonly [Asked, Asked],
  { seconds, calls }: Options,
): Promise<{ times: number; rates: number }> {
  const times: number[] = [];
  const rates: number[] = [];
  const time = async (asked: Asked) =>
    quantile((await load({ ...asked, seconds: seconds * 3, calls: Math.ceil(calls / 3) })).times, 0.5);
  const rate = async (asked: Asked) => (await load({ ...asked, connections, seconds })).perSecond;
  for (let round = 0; round < rounds; round++) {
    times.push((await time(one)) / (await time(other)));
    rates.push((await rate(one)) / (await rate(other)));
  }
  return { times: median(times), rates: median(rates) };
}
