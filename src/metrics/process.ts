// Process metrics of Node.js, under the names that common dashboards use.
import { PerformanceObserver } from 'node:perf_hooks';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createDistribution, type Distribution, histogram, note } from './distribution.ts';
import type { Family } from './family.ts';

const collections = 'nodejs_gc_duration_seconds';
/** One that says when nothing was measured yet what no machine ever takes. */
const leastDelay = 'nodejs_eventloop_lag_min_seconds';

export type ReadProcess = () => Promise<Family[]>;

export function createProcessReader(): ReadProcess {
  const register = new Registry();
  collectDefaultMetrics({ register });
  register.removeSingleMetric(leastDelay);
  // The library counts one collection of several that are told at once.
  register.removeSingleMetric(collections);
  const pauses = observeCollections();
  return async () => [
    ...((await register.getMetricsAsJSON()) as unknown as Family[]).map(asFamily),
    histogram(
      collections,
      'Garbage collection duration by kind.',
      [...pauses].map(([kind, taken]) => [{ kind }, taken] as const),
    ),
  ];
}

/** Numbers alone: a mean of nothing is none. When a process began is not for the library to add up. */
const asFamily = ({ name, help, type, aggregator, values }: Family): Family => ({
  ...{ name, help, type },
  aggregator: (aggregator as string) === 'omit' ? 'max' : aggregator,
  values: values.filter(({ value }) => Number.isFinite(value)),
});

/** As V8 numbers them. */
const kinds: Readonly<Record<number, string>> = { 1: 'minor', 2: 'minor', 4: 'major', 8: 'incremental', 16: 'weakcb' };

function observeCollections(): Map<string, Distribution> {
  const pauses = new Map<string, Distribution>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const kind =
        kinds[((entry as { detail?: unknown }).detail as { kind?: number } | undefined)?.kind ?? 0] ?? 'other';
      const taken = pauses.get(kind) ?? createDistribution();
      pauses.set(kind, taken);
      note(taken, entry.duration);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return pauses;
}
