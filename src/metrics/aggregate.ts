// Combines the metrics of several processes, including those that have ended.
import {
  type Aggregator,
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

/** A metric with its values, in the form that processes exchange. */
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  aggregator: Aggregator;
  values: readonly Sample[];
}

interface Sample {
  labels: Readonly<Record<string, string | number>>;
  value: number;
  /** Set for `…_bucket`, `…_sum` and `…_count`. */
  metricName?: string;
}

const aggregate = (processes: readonly (readonly Family[])[]): Registry =>
  AggregatorRegistry.aggregate(processes as unknown as MetricObjectWithValues<MetricValue<string>>[]);

/** The metrics of several processes together, in Prometheus's text format. */
export const toText = (processes: readonly (readonly Family[])[]): Promise<string> => aggregate(processes).metrics();

export const textType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Drops gauges, which say nothing about a process that has ended. */
export const countersOf = (families: readonly Family[]): Family[] => families.filter(({ type }) => type !== 'gauge');

/** Adds the counters of two processes. */
export const addCounters = (one: readonly Family[], other: readonly Family[]): Family[] =>
  aggregate([countersOf(one), countersOf(other)]).getMetricsAsArray() as unknown as Family[];

/** Adds a `worker` label to the metrics of the process; those of the service are summed over all workers. */
export const ofProcess = (families: readonly Family[], worker: string): Family[] =>
  families.map((family) =>
    family.name.startsWith('kalends_')
      ? family
      : { ...family, values: family.values.map((sample) => ({ ...sample, labels: { worker, ...sample.labels } })) },
  );
