import { expect, test } from 'vitest';
import { callerOf, createRequestLimit } from './rate-limit.ts';

const allowed = (limit: ReturnType<typeof createRequestLimit>, address: string, times: number) =>
  Array.from({ length: times }, () => limit.count(address)).filter((quota) => !quota?.isExceeded).length;

test('A caller over its limit is refused until the minute is over', () => {
  let time = 999_990;
  const limit = createRequestLimit({ perMinute: 3, now: () => time, share: undefined });
  expect(allowed(limit, '192.0.2.1', 9)).toBe(3);
  expect(limit.count('192.0.2.1')).toEqual({ isExceeded: true, remaining: 0, seconds: 30 });
  expect(limit.count('192.0.2.2')).toEqual({ isExceeded: false, remaining: 2, seconds: 30 });
  time += 29;
  expect(limit.count('192.0.2.1')).toMatchObject({ isExceeded: true, seconds: 1 });
  time += 1;
  expect(allowed(limit, '192.0.2.1', 9)).toBe(3);
});

test('Processes share their counts and overshoot the limit by at most an eighth each', async () => {
  const sums = new Map<string, number>();
  const share = async (caller: string, minute: number, requests: number) => {
    const sum = (sums.get(`${caller} ${minute}`) ?? 0) + requests;
    sums.set(`${caller} ${minute}`, sum);
    return sum;
  };
  const limits = Array.from({ length: 4 }, () => createRequestLimit({ perMinute: 80, now: () => 60, share }));
  let answered = 0;
  for (let n = 0; n < 400; n++) {
    if (limits[n % 4]?.count('192.0.2.1')?.isExceeded === false) answered += 1;
    await Promise.resolve().then(() => undefined);
  }
  expect(answered).toBeGreaterThanOrEqual(80);
  expect(answered).toBeLessThanOrEqual(80 + 4 * 10);
});

test('Counts are exchanged rarely, and the limit works without an exchange', async () => {
  const sent: number[] = [];
  const share = async (_caller: string, _minute: number, requests: number): Promise<number> => {
    sent.push(requests);
    throw new Error('read-only');
  };
  const limit = createRequestLimit({ perMinute: 80, now: () => 60, share });
  let answered = 0;
  for (let n = 0; n < 200; n++) {
    if (limit.count('192.0.2.1')?.isExceeded === false) answered += 1;
    await new Promise(setImmediate);
  }
  expect(answered).toBe(80);
  expect(sent).toEqual([10, 10, 10, 10, 10, 10, 10, 10]);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller);
});

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
  'Requests of this machine (%s) can be spared',
  (address) => {
    const limit = createRequestLimit({ perMinute: 1, exemptsLoopback: true, now: () => 60, share: undefined });
    expect([limit.count(address), limit.count(address)]).toEqual([undefined, undefined]);
    expect(limit.count('192.0.2.1')?.isExceeded).toBe(false);
    expect(limit.count('192.0.2.1')?.isExceeded).toBe(true);
  },
);
