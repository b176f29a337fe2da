import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import type { Family } from './family.ts';

/** What several processes tell, put together, in Prometheus's format of text. */
export const toText = (told: readonly (readonly Family[])[]): Promise<string> =>
  AggregatorRegistry.aggregate(told as unknown as MetricObjectWithValues<MetricValue<string>>[]).metrics();

export const textType = Registry.PROMETHEUS_CONTENT_TYPE;
