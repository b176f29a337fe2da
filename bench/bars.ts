// Performance targets, and whether the measurements meet them.
import { availableParallelism } from 'node:os';
import type { Arm, Comparison } from './compare-arms.ts';
import { mixedName, type Result, startName } from './suite.ts';
import { ratio, writeTable } from './table.ts';

interface Bar {
  name: string;
  /** Without either, the figure is only informative. */
  atLeast?: number;
  atMost?: number;
  measured(find: Find, comparison: FindComparison): number | undefined;
  /** The same in processor time, for a busy machine. */
  spent?(find: Find): number | undefined;
  digits?: number;
}

/** The result of an operation with this number of events, by default on SQLite with one worker. */
type Find = (
  operation: string,
  events: number,
  other?: Partial<Pick<Result, 'engine' | 'workers'>>,
) => Result | undefined;

/** The comparison of two arms, by default each on SQLite with one worker. */
type FindComparison = (operation: string, one: ArmFilter, other: ArmFilter) => Comparison | undefined;
type ArmFilter = Pick<Result, 'events'> & Partial<Pick<Result, 'engine' | 'workers'>>;

const allCores = { workers: String(availableParallelism()) };
const k = 1000;
const million = 1000 * k;

const both = (one: number | undefined, other: number | undefined, worse: (a: number, b: number) => number) =>
  one === undefined || other === undefined ? undefined : worse(one, other);

const bars: readonly Bar[] = [
  ...(['list of ten', 'single read'] as const).map((name) => ({
    name: `hot ${name} against bare node:http, 100k events`,
    atLeast: 0.85,
    measured: (find: Find) => find(name, 100 * k)?.hotToBare,
    spent: (find: Find) => ratio(find(name, 100 * k)?.spent?.bare, find(name, 100 * k)?.spent?.hot),
  })),
  ...(['list of ten', 'single read'] as const).map((name) => ({
    name: `304 of the ${name} against its hot 200, 100k events`,
    atLeast: 1.5,
    measured: (find: Find) => find(name, 100 * k)?.notModifiedToHot,
    spent: (find: Find) => ratio(find(name, 100 * k)?.spent?.hot, find(name, 100 * k)?.spent?.notModified),
  })),
  {
    name: 'the same of bare node:http, single read',
    measured: (find) => find('single read', 100 * k)?.bareNotModifiedToBare,
  },
  {
    name: 'uncached list of ten, 1M events against 1k (median time)',
    atMost: 1.5,
    measured: (_find, comparison) => comparison('list of ten', { events: million }, { events: k })?.times,
    spent: (find) => ratio(find('list of ten', million)?.spent?.uncached, find('list of ten', k)?.spent?.uncached),
  },
  {
    name: 'uncached list of ten, 100k events, per second',
    atLeast: 4000,
    measured: (find) => find('list of ten', 100 * k)?.rates?.uncached,
    spent: (find) => ratio(1_000_000, find('list of ten', 100 * k)?.spent?.uncached),
    digits: 0,
  },
  {
    name: 'the same, composed of cached events',
    atLeast: 4000,
    measured: (find) => find('list of ten', 100 * k)?.rates?.assembled,
    spent: (find) => ratio(1_000_000, find('list of ten', 100 * k)?.spent?.assembled),
    digits: 0,
  },
  {
    name: 'uncached search, one in 1,000, 1M events, median ms',
    atMost: 10,
    measured: (find) => find('search, one in 1,000', million)?.p50,
  },
  {
    name: 'creates, one after the other, 100k events, per second',
    atLeast: 1000,
    measured: (find) => find('create', 100 * k)?.rates?.uncached,
    spent: (find) => ratio(1_000_000, find('create', 100 * k)?.spent?.uncached),
    digits: 0,
  },
  {
    name: '95% reads, 5% writes, all cores, 100k events, per second',
    atLeast: 3000,
    measured: (find) => find(mixedName, 100 * k, allCores)?.rates?.hot,
    digits: 0,
  },
  {
    name: 'the same, p99 ms',
    atMost: 30,
    measured: (find) => find(mixedName, 100 * k, allCores)?.p99,
  },
  {
    name: 'uncached month page against the list of ten, 100k events (median time)',
    atMost: 1,
    measured: (find) => ratio(find('month page', 100 * k)?.p50, find('list of ten', 100 * k)?.p50),
    spent: (find) => ratio(find('month page', 100 * k)?.spent?.uncached, find('list of ten', 100 * k)?.spent?.uncached),
  },
  {
    name: 'hot month page against bare node:http, 100k events',
    atLeast: 0.9,
    measured: (find) => find('month page', 100 * k)?.hotToBare,
    spent: (find) => ratio(find('month page', 100 * k)?.spent?.bare, find('month page', 100 * k)?.spent?.hot),
  },
  {
    name: 'uncached list of ten, PostgreSQL against SQLite, 100k events',
    atLeast: 0.4,
    measured: (_find, comparison) =>
      comparison('list of ten', { events: 100 * k, engine: 'PostgreSQL' }, { events: 100 * k })?.rates,
  },
  {
    name: 'two workers against one, uncached reads, 100k events',
    atLeast: 1.4,
    measured: (_find, comparison) =>
      both(
        comparison('list of ten', { events: 100 * k, workers: '2' }, { events: 100 * k })?.rates,
        comparison('single read', { events: 100 * k, workers: '2' }, { events: 100 * k })?.rates,
        Math.min,
      ),
  },
  {
    name: 'resident memory after load, 100k events, MB',
    atMost: 200,
    measured: (find) => find(startName, 100 * k)?.megabytes,
    digits: 0,
  },
  {
    name: 'start to first answer, 100k events, ms',
    atMost: 700,
    measured: (find) => find(startName, 100 * k)?.p50,
    digits: 0,
  },
];

const isArm = ({ calendar, ...arm }: Arm, { events, engine = 'SQLite', workers = '1' }: ArmFilter): boolean =>
  calendar.events === events && calendar.engine === engine && arm.workers === workers;

export function writeBars(results: readonly Result[], comparisons: readonly Comparison[]): string {
  const find: Find = (operation, events, { engine = 'SQLite', workers = '1' } = {}) =>
    results.find(
      (result) =>
        result.operation === operation &&
        result.events === events &&
        result.engine === engine &&
        result.workers === workers,
    );
  const findComparison: FindComparison = (operation, one, other) =>
    comparisons.find((each) => each.operation === operation && isArm(each.one, one) && isArm(each.other, other));
  const rows = bars.map((bar) => {
    const value = bar.measured(find, findComparison);
    if (value === undefined) return [bar.name, targetOf(bar), '', '', 'not measured'];
    const { spent, digits = 2 } = bar;
    return [
      bar.name,
      targetOf(bar),
      value.toFixed(digits),
      spent?.(find)?.toFixed(digits) ?? '',
      verdictOf(bar, value),
    ];
  });
  return writeTable(['bar', 'target', 'measured', 'by CPU time', ''], rows);
}

const targetOf = ({ atLeast, atMost }: Bar): string =>
  atLeast !== undefined ? `at least ${atLeast}` : atMost !== undefined ? `at most ${atMost}` : '';

function verdictOf({ atLeast, atMost }: Bar, value: number): string {
  if (atLeast === undefined && atMost === undefined) return '';
  return value >= (atLeast ?? value) && value <= (atMost ?? value) ? 'met' : 'NOT MET';
}
