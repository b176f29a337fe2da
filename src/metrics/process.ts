// Process metrics of Node.js, under the names that common dashboards use.
import { PerformanceObserver } from 'node:perf_hooks';
import { collectDefaultMetrics } from 'prom-client';
import type { Family } from './aggregate.ts';
import { durationHistogram, type Readings } from './readings.ts';

const collections = 'nodejs_gc_duration_seconds';
/** Reports a meaningless value before the first measurement. */
const minDelay = 'nodejs_eventloop_lag_min_seconds';

/** V8's kinds of garbage collections. */
const kinds: Readonly<Record<number, string>> = { 1: 'minor', 2: 'minor', 4: 'major', 8: 'incremental', 16: 'weakcb' };

export function registerProcess(readings: Readings): void {
  collectDefaultMetrics({ register: readings.register });
  readings.register.removeSingleMetric(minDelay);
  // The library counts only one of several collections that are reported together.
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
    name,
    help,
    type,
    // The library would omit start times.
    aggregator: aggregator === 'omit' ? 'max' : aggregator,
    // A mean without samples is NaN.
    values: values.filter(({ value }) => Number.isFinite(value)),
  }));
}
