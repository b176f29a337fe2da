// What has ended counts on: the last numbers of processes that are gone.
import type { Family, Sample } from './family.ts';

/** Gauges speak of what is there. */
export const countersOf = (told: readonly Family[]): Family[] => told.filter(({ type }) => type !== 'gauge');

/** The counters of both. */
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

/** Of a program's own numbers each process has its own; the service's are those of all together. */
export const ofProcess = (told: readonly Family[], worker: string): Family[] =>
  told.map((family) =>
    family.name.startsWith('kalends_')
      ? family
      : { ...family, values: family.values.map((sample) => ({ ...sample, labels: { worker, ...sample.labels } })) },
  );
