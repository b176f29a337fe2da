// A strict parser of the Prometheus text format.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

export interface ReadMetrics {
  /** Metrics of the service that the documentation lacks. */
  undocumented: readonly string[];
  /** Sum of the samples with this name and these labels; undefined if there are none. */
  get(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
  /** The values of a label on the samples with this name. */
  valuesOf(name: string, label: string): string[];
  /** Each sample of a counter, `_bucket`s, `_sum` and `_count` included. */
  counters: ReadonlyMap<string, number>;
}

const documentation = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');

interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const sampleLine = /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_][a-z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (\S+)$/i;

export async function readMetrics(url: string): Promise<ReadMetrics> {
  const reply = await fetch(url);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(await reply.text());
}

function parseMetrics(text: string): ReadMetrics {
  const types = new Map<string, string>();
  const helps = new Set<string>();
  const samples: Sample[] = [];
  const counters = new Map<string, number>();
  expect(text.endsWith('\n')).toBe(true);
  let family = '';
  for (const line of text.split('\n')) {
    const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (line === '') continue;
    if (kind === 'HELP') {
      expect(helps.has(name as string), `one help for ${name}`).toBe(false);
      helps.add(name as string);
    } else if (kind === 'TYPE') {
      expect(types.has(name as string), `one type for ${name}`).toBe(false);
      family = name as string;
      types.set(family, rest as string);
    } else {
      const sample = parseSample(line);
      const type = types.get(family) as string;
      expect(namesOf(family, type), line).toContain(sample.name);
      if (type === 'counter') expect(sample.name).toMatch(/_total$/);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (type !== 'gauge') {
        expect(counters.has(key), line).toBe(false);
        counters.set(key, sample.value);
      }
      samples.push(sample);
    }
  }
  expect([...types.keys()].filter((name) => !helps.has(name))).toEqual([]);
  checkBuckets(samples);
  const named = (wanted: string) => samples.filter(({ name }) => name === wanted);
  const own = [...types.keys()].filter((name) => name.startsWith('kalends_'));
  return {
    undocumented: own.filter((name) => !new RegExp(`\`${name}[\`{]`).test(documentation)),
    counters,
    get(name, labels = {}) {
      const wanted = Object.entries(labels);
      const found = named(name).filter((sample) => wanted.every(([label, value]) => sample.labels[label] === value));
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
    valuesOf: (name, label) => [...new Set(named(name).map(({ labels }) => labels[label] as string))].sort(),
  };
}

const namesOf = (family: string, type: string): string[] =>
  type === 'histogram' ? [`${family}_bucket`, `${family}_sum`, `${family}_count`] : [family];

function parseSample(line: string): Sample {
  const [, name, inside = '', text] = sampleLine.exec(line) ?? [];
  expect(name, line).toBeDefined();
  const labels = [...inside.matchAll(/([a-z_][a-z0-9_]*)="((?:[^"\\]|\\.)*)"/gi)].map(([, label, value]) => [
    label,
    value,
  ]);
  const value = text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text);
  expect(Number.isNaN(value), line).toBe(false);
  return { name: name as string, labels: Object.fromEntries(labels), value };
}

/** Buckets are cumulative, and the last one counts all. */
function checkBuckets(samples: readonly Sample[]): void {
  const keyOf = (name: string, { le: _, ...labels }: Sample['labels']) => `${name} ${JSON.stringify(labels)}`;
  const counts = new Map(samples.map(({ name, labels, value }) => [keyOf(name, labels), value]));
  const buckets = samples.filter(({ name }) => name.endsWith('_bucket'));
  for (const [key, all] of Map.groupBy(buckets, ({ name, labels }) => keyOf(name.slice(0, -7), labels))) {
    const values = all.map(({ value }) => value);
    expect(values, key).toEqual(values.toSorted((a, b) => a - b));
    expect(all.at(-1)?.labels['le'], key).toBe('+Inf');
    const [name, ...rest] = key.split(' ');
    expect(all.at(-1)?.value, key).toBe(counts.get(`${name}_count ${rest.join(' ')}`));
  }
}
