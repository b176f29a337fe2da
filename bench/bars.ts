// What has to be reached at least, and whether it was seen to be.
import { availableParallelism } from 'node:os';
import type { Arm, Beside } from './beside.ts';
import { mixedName, type Result, startName } from './suite.ts';
import { ratio, writeTable } from './table.ts';

interface Bar {
  what: string;
  wanted: string;
  seen(find: Find, beside: FindBeside): number | undefined;
  /** The same from time on a processor, where the machine is busy with other things. */
  spent?(find: Find): number | undefined;
  /** Without it the figure is only to compare with. */
  isMet?(seen: number): boolean;
  digits?: number;
}

/** The result of an operation at a size, on SQLite with one worker unless said otherwise. */
type Find = (
  operation: string,
  events: number,
  other?: Partial<Pick<Result, 'engine' | 'workers'>>,
) => Result | undefined;

/** The one beside the other, each on SQLite with one worker unless said otherwise. */
type FindBeside = (operation: string, one: Wanted, other: Wanted) => Beside | undefined;
type Wanted = Pick<Result, 'events'> & Partial<Pick<Result, 'engine' | 'workers'>>;

const allCores = { workers: String(availableParallelism()) };
const k = 1000;
const million = 1000 * k;
const atLeast = (limit: number) => (seen: number) => seen >= limit;
const atMost = (limit: number) => (seen: number) => seen <= limit;

const both = (one: number | undefined, other: number | undefined, worse: (a: number, b: number) => number) =>
  one === undefined || other === undefined ? undefined : worse(one, other);

const bars: readonly Bar[] = [
  ...(['list of ten', 'single read'] as const).map((name) => ({
    what: `hot ${name} against bare node:http, 100k events`,
    wanted: '0.85 at least',
    seen: (find: Find) => find(name, 100 * k)?.hotToBare,
    spent: (find: Find) => ratio(find(name, 100 * k)?.spentBare, find(name, 100 * k)?.spentHot),
    isMet: atLeast(0.85),
  })),
  ...(['list of ten', 'single read'] as const).map((name) => ({
    what: `304 of the ${name} against its hot 200, 100k events`,
    wanted: '1.5 at least',
    seen: (find: Find) => find(name, 100 * k)?.notModifiedToHot,
    spent: (find: Find) => ratio(find(name, 100 * k)?.spentHot, find(name, 100 * k)?.spentNotModified),
    isMet: atLeast(1.5),
  })),
  {
    what: 'the same of bare node:http, single read',
    wanted: '',
    seen: (find) => find('single read', 100 * k)?.bareNotModifiedToBare,
  },
  {
    what: 'uncached list of ten, 1M events against 1k (median time)',
    wanted: '1.5 at most',
    seen: (_find, beside) => beside('list of ten', { events: million }, { events: k })?.times,
    spent: (find) => ratio(find('list of ten', million)?.spentUncached, find('list of ten', k)?.spentUncached),
    isMet: atMost(1.5),
  },
  {
    what: 'uncached list of ten, 100k events, per second',
    wanted: '4000 at least',
    seen: (find) => find('list of ten', 100 * k)?.uncached,
    spent: (find) => ratio(1_000_000, find('list of ten', 100 * k)?.spentUncached),
    isMet: atLeast(4000),
    digits: 0,
  },
  {
    what: 'the same, put together of events that are kept',
    wanted: '4000 at least',
    seen: (find) => find('list of ten', 100 * k)?.assembled,
    spent: (find) => ratio(1_000_000, find('list of ten', 100 * k)?.spentAssembled),
    isMet: atLeast(4000),
    digits: 0,
  },
  {
    what: 'uncached search, one in 1,000, 1M events, median ms',
    wanted: 'under 10',
    seen: (find) => find('search, one in 1,000', million)?.p50,
    isMet: (seen) => seen < 10,
  },
  {
    what: 'creates, one after the other, 100k events, per second',
    wanted: '1000 at least',
    seen: (find) => find('create', 100 * k)?.uncached,
    spent: (find) => ratio(1_000_000, find('create', 100 * k)?.spentUncached),
    isMet: atLeast(1000),
    digits: 0,
  },
  {
    what: '95% reads, 5% writes, all cores, 100k events, per second',
    wanted: '3000 at least',
    seen: (find) => find(mixedName, 100 * k, allCores)?.hot,
    isMet: atLeast(3000),
    digits: 0,
  },
  {
    what: 'the same, p99 ms',
    wanted: 'under 30',
    seen: (find) => find(mixedName, 100 * k, allCores)?.p99,
    isMet: (seen) => seen < 30,
  },
  {
    what: 'uncached month page against the list of ten, 100k events (median time)',
    wanted: '1 at most',
    seen: (find) => ratio(find('month page', 100 * k)?.p50, find('list of ten', 100 * k)?.p50),
    spent: (find) => ratio(find('month page', 100 * k)?.spentUncached, find('list of ten', 100 * k)?.spentUncached),
    isMet: atMost(1),
  },
  {
    what: 'hot month page against bare node:http, 100k events',
    wanted: '0.9 at least',
    seen: (find) => find('month page', 100 * k)?.hotToBare,
    spent: (find) => ratio(find('month page', 100 * k)?.spentBare, find('month page', 100 * k)?.spentHot),
    isMet: atLeast(0.9),
  },
  {
    what: 'uncached list of ten, PostgreSQL against SQLite, 100k events',
    wanted: '0.4 at least',
    seen: (_find, beside) =>
      beside('list of ten', { events: 100 * k, engine: 'PostgreSQL' }, { events: 100 * k })?.rates,
    isMet: atLeast(0.4),
  },
  {
    what: 'two workers against one, uncached reads, 100k events',
    wanted: '1.4 at least',
    seen: (_find, beside) =>
      both(
        beside('list of ten', { events: 100 * k, workers: '2' }, { events: 100 * k })?.rates,
        beside('single read', { events: 100 * k, workers: '2' }, { events: 100 * k })?.rates,
        Math.min,
      ),
    isMet: atLeast(1.4),
  },
  {
    what: 'resident memory after load, 100k events, MB',
    wanted: 'under 200',
    seen: (find) => find(startName, 100 * k)?.megabytes,
    isMet: (seen) => seen < 200,
    digits: 0,
  },
  {
    what: 'start to first answer, 100k events, ms',
    wanted: 'under 700',
    seen: (find) => find(startName, 100 * k)?.p50,
    isMet: (seen) => seen < 700,
    digits: 0,
  },
];

const isArm = ({ calendar, workers: its }: Arm, { events, engine = 'SQLite', workers = '1' }: Wanted): boolean =>
  calendar.events === events && calendar.engine === engine && its === workers;

export function writeBars(results: readonly Result[], besides: readonly Beside[]): string {
  const find: Find = (operation, events, { engine = 'SQLite', workers = '1' } = {}) =>
    results.find(
      (result) =>
        result.operation === operation &&
        result.events === events &&
        result.engine === engine &&
        result.workers === workers,
    );
  const findBeside: FindBeside = (operation, one, other) =>
    besides.find((each) => each.operation === operation && isArm(each.one, one) && isArm(each.other, other));
  const rows = bars.map(({ what, wanted, seen, spent, isMet, digits = 2 }) => {
    const value = seen(find, findBeside);
    const byProcessor = spent?.(find);
    return value === undefined
      ? [what, wanted, '', '', 'not measured']
      : [
          what,
          wanted,
          value.toFixed(digits),
          byProcessor?.toFixed(digits) ?? '',
          isMet === undefined ? '' : isMet(value) ? 'met' : 'NOT MET',
        ];
  });
  return writeTable(['bar', 'wanted', 'seen', 'by CPU time', ''], rows);
}
