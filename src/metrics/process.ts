// Process metrics of Node.js, under the names that common dashboards use.
import { PerformanceObserver } from 'node:perf_hooks';
import { collectDefaultMetrics } from 'prom-client';
import type { Family } from './aggregate.ts';
import { durationHistogram, type Readings } from './readings.ts';

const collections = 'nodejs_gc_duration_seconds';
/** One that says when nothing was measured yet what no machine ever takes. */
const leastDelay = 'nodejs_eventloop_lag_min_seconds';

/** As V8 numbers them. */
const kinds: Readonly<Record<number, string>> = { 1: 'minor', 2: 'minor', 4: 'major', 8: 'incremental', 16: 'weakcb' };

export function registerProcess(readings: Readings): void {
  collectDefaultMetrics({ register: readings.register });
  readings.register.removeSingleMetric(leastDelay);
  // The library counts one collection of several that are reported at once.
  readings.register.removeSingleMetric(collections);
  const pauses = durationHistogram(readings, collections, 'Garbage collection duration by kind.', ['kind']);
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind = 0 } = ((entry as { detail?: unknown }).detail ?? {}) as { kind?: number };
      pauses.observe({ kind: kinds[kind] ?? 'other' }, entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** All metrics as they can be sent to another process. */
export async function readAll({ register }: Readings): Promise<Family[]> {
  const families = (await register.getMetricsAsJSON()) as unknown as Family[];
  return families.map(({ name, help, type, aggregator, values }) => ({
    ...{ name, help, type },
    // When a process began is not for the library to add up.
    aggregator: aggregator === 'omit' ? 'max' : aggregator,
    // A mean of nothing is no number.
    values: values.filter(({ value }) => Number.isFinite(value)),
  }));
}
