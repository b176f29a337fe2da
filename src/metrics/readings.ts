// Metrics of a process in prom-client's own types. Values that are held elsewhere are read when metrics are asked for.
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One value, or one for each set of labels; nothing where it is not known. */
type Reading = number | undefined | readonly { labels: Readonly<Record<string, string>>; value: number }[];

interface ReadingOptions {
  labelNames?: readonly string[];
  /** What the values of several processes make together. */
  aggregator?: Aggregator;
}

export interface Readings {
  register: Registry;
  gauge(name: string, help: string, read: () => Reading, options?: ReadingOptions): void;
  counter(name: string, help: string, read: () => Reading, options?: ReadingOptions): void;
}

export function createReadings(): Readings {
  const register = new Registry();
  return {
    register,
    gauge(name, help, read, { labelNames = [], aggregator = 'sum' } = {}) {
      new Gauge({
        ...{ name, help, labelNames, aggregator, registers: [register] },
        collect() {
          this.reset();
          const reading = read();
          if (reading === undefined) this.remove();
          else if (typeof reading === 'number') this.set(reading);
          else for (const { labels, value } of reading) this.set(labels, value);
        },
      });
    },
    counter(name, help, read, { labelNames = [] } = {}) {
      new Counter({
        ...{ name, help, labelNames, registers: [register] },
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

/** Of durations in seconds. */
export const durationHistogram = <Label extends string = never>(
  { register }: Readings,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Histogram<Label> => new Histogram({ name, help, labelNames: [...labelNames], buckets, registers: [register] });
