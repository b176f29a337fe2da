// A metric with its values, as processes tell them to each other and as prom-client writes them down.
export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  /** What the values of several processes make together. */
  aggregator: 'sum' | 'max' | 'min' | 'first' | 'average';
  values: readonly Sample[];
}

export interface Sample {
  labels: Labels;
  value: number;
  /** Where it is not the metric's: `…_bucket`, `…_sum`, `…_count`. */
  metricName?: string;
}

export type Labels = Readonly<Record<string, string | number>>;

type Values = number | readonly Sample[];

const samplesOf = (values: Values): readonly Sample[] =>
  typeof values === 'number' ? [{ labels: {}, value: values }] : values;

export const counter = (name: string, help: string, values: Values): Family => ({
  ...{ name, help, type: 'counter', aggregator: 'sum' },
  values: samplesOf(values),
});

export const gauge = (
  name: string,
  help: string,
  values: Values,
  aggregator: Family['aggregator'] = 'sum',
): Family => ({ name, help, type: 'gauge', aggregator, values: samplesOf(values) });
