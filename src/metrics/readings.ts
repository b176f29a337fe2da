// Metrics of a process. Gauges and counters over values that are held elsewhere are read when metrics are collected.
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One value, or one for each set of labels; `undefined` if it is unknown. */
type Reading = number | undefined | readonly { labels: Readonly<Record<string, string>>; value: number }[];

interface ReadingOptions {
  labelNames?: readonly string[];
  /** How the values of several processes are combined. */
  aggregator?: Aggregator;
}

export type Readings = ReturnType<typeof createReadings>;

export function createReadings() {
  const register = new Registry();
  return {
    register,
    /** A counter with one label, starting at 0 for each of its values. */
    countBy<T extends string>(label: string, values: readonly T[], name: string, help: string): (value: T) => void {
      const counter = new Counter({ name, help, labelNames: [label], registers: [register] });
      for (const value of values) counter.inc({ [label]: value }, 0);
      return (value) => counter.inc({ [label]: value });
    },
    /** A gauge of UTC seconds, 0 before the first call. */
    timestamp(name: string, help: string): (utcSeconds: number) => void {
      const gauge = new Gauge({ name, help, aggregator: 'max', registers: [register] });
      return (utcSeconds) => gauge.set(utcSeconds);
    },
    gauge(
      name: string,
      help: string,
      read: () => Reading,
      { labelNames = [], aggregator = 'sum' }: ReadingOptions = {},
    ): void {
      new Gauge({
        name,
        help,
        labelNames,
        aggregator,
        registers: [register],
        collect() {
          this.reset();
          const reading = read();
          if (reading === undefined) this.remove();
          else if (typeof reading === 'number') this.set(reading);
          else for (const { labels, value } of reading) this.set(labels, value);
        },
      });
    },
    counter(name: string, help: string, read: () => Reading, { labelNames = [] }: ReadingOptions = {}): void {
      new Counter({
        name,
        help,
        labelNames,
        registers: [register],
        collect() {
          this.reset();
          const reading = read() ?? 0;
          if (typeof reading === 'number') this.inc(reading);
          else for (const { labels, value } of reading) this.inc(labels, value);
        },
      });
    },
  };
}

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Histogram of durations in seconds. */
export const durationHistogram = <Label extends string = never>(
  { register }: Readings,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Histogram<Label> => new Histogram({ name, help, labelNames: [...labelNames], buckets, registers: [register] });
