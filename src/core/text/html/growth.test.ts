import { expect, test } from 'vitest';
import { toSafeHtml } from './html.ts';

/** Each builds an input of the given number of parts. */
const hostile: [name: string, parts: number, make: (parts: number) => string][] = [
  ['deep nesting', 10_000, (parts) => `${'<div>'.repeat(parts)}x${'</div>'.repeat(parts)}`],
  ['endless nesting', 300_000, (parts) => '<b>'.repeat(parts)],
  ['tags that close nothing', 140_000, (parts) => '<i></b>'.repeat(parts)],
  ['unfinished tags', 300_000, (parts) => '<b '.repeat(parts)],
  ['signs', 500_000, (parts) => '<'.repeat(parts)],
  ['spaces', 1_000_000, (parts) => `${' '.repeat(parts)}x`],
  ['commas', 400_000, (parts) => `<img src="x" srcset="${',a'.repeat(parts)}">`],
  ['frames in frames', 100_000, (parts) => '<iframe>'.repeat(parts)],
  [
    'a large page',
    12_000,
    (parts) =>
      '<p>Some <b>bold</b> text &amp; a <a href="https://example.org/?a=1&amp;b=2">link</a>.</p>\n'.repeat(parts),
  ],
];
/** Milliseconds of processor time, so that other work on the machine does not count. */
const workOver = (input: string): number => {
  const before = process.cpuUsage();
  toSafeHtml(input);
  return process.cpuUsage(before).user / 1000;
};
test.each(hostile)('Sanitising HTML takes linear time: %s', { timeout: 120_000 }, (_, parts, make) => {
  // Four times the input takes four times as long if time is linear, sixteen times if it is quadratic. Repeated, as
  // garbage collection may fall into one of the runs.
  const isLinear = () => {
    const whole = workOver(make(parts));
    return whole < 4000 && whole / Math.max(workOver(make(parts / 4)), 20) < 12;
  };
  expect([1, 2, 3].some(isLinear)).toBe(true);
});
