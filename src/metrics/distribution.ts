// How long something took, each time: plain numbers, so that noting one costs next to nothing.
import type { Family, Labels, Sample } from './family.ts';

export interface Distribution {
  /** Up to each bound, and beyond the last. */
  counts: Float64Array;
  seconds: number;
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export const createDistribution = (): Distribution => ({ counts: new Float64Array(bounds.length + 1), seconds: 0 });

export function note(distribution: Distribution, ms: number): void {
  const seconds = ms / 1000;
  let at = 0;
  while (at < bounds.length && seconds > (bounds[at] as number)) at += 1;
  distribution.counts[at] = (distribution.counts[at] as number) + 1;
  distribution.seconds += seconds;
}

/** Of each set of labels one distribution. */
export const histogram = (name: string, help: string, all: readonly (readonly [Labels, Distribution])[]): Family => ({
  ...{ name, help, type: 'histogram', aggregator: 'sum' },
  values: all.flatMap(([labels, distribution]) => samplesOf(name, labels, distribution)),
});

function samplesOf(name: string, labels: Labels, { counts, seconds }: Distribution): Sample[] {
  let count = 0;
  const buckets = [...bounds, '+Inf'].map((le, at) => {
    count += counts[at] as number;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
