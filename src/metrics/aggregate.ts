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

/** The metrics of several processes together, in Prometheus's text format. */
export const toText = (families: readonly (readonly Family[])[]): Promise<string> =>
  AggregatorRegistry.aggregate(families as unknown as MetricObjectWithValues<MetricValue<string>>[]).metrics();

export const textType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Drops gauges, which say nothing about a process that has ended. */
export const countersOf = (families: readonly Family[]): Family[] => families.filter(({ type }) => type !== 'gauge');

/** Adds the counters of two processes. */
export function fold(one: readonly Family[], other: readonly Family[]): Family[] {
  const byName = new Map(countersOf(one).map((family) => [family.name, family]));
  for (const family of countersOf(other)) {
    const known = byName.get(family.name);
    byName.set(family.name, known ? { ...known, values: added(known.values, family.values) } : family);
  }
  return [...byName.values()];
}

function added(one: readonly Sample[], other: readonly Sample[]): Sample[] {
  const samples = new Map(one.map((sample) => [keyOf(sample), sample]));
  for (const sample of other) {
    const known = samples.get(keyOf(sample));
    samples.set(keyOf(sample), known ? { ...known, value: known.value + sample.value } : sample);
  }
  return [...samples.values()];
}

const keyOf = ({ metricName = '', labels }: Sample): string =>
  JSON.stringify([metricName, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Adds a `worker` label to the metrics of the process; those of the service are summed over all workers. */
export const ofProcess = (families: readonly Family[], worker: string): Family[] =>
  families.map((family) =>
    family.name.startsWith('kalends_')
      ? family
      : { ...family, values: family.values.map((sample) => ({ ...sample, labels: { worker, ...sample.labels } })) },
  );
