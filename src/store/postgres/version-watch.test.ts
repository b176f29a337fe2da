import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createVersionWatch } from './version-watch.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('The results of earlier heartbeats are not kept while the connection lasts', async () => {
  const found: WeakRef<object>[] = [];
  const query = async () => {
    const result = { rows: [{ number: 1 }] };
    found.push(new WeakRef(result));
    return result;
  };
  const client = Object.assign(new EventEmitter(), {
    query,
    connect: async () => undefined,
    end: async () => undefined,
  });
  const watch = createVersionWatch({
    client: async () => client as unknown as pg.Client,
    channel: 'kalends',
    maxAgeMs: 1000,
    report: () => undefined,
  });
  onTestFinished(() => watch.stop());
  watch.version();
  await vi.waitUntil(() => found.length > 4, { timeout: 5000 });
  await setImmediate();
  collectGarbage();
  expect(found.slice(0, 3).map((result) => result.deref())).toEqual([undefined, undefined, undefined]);
});
