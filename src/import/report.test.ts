import { expect, test } from 'vitest';
import { createReporter, type Moved } from './report.ts';

test('A report with hundreds of thousands of changed URLs is added to another', () => {
  const moved: Moved = {
    kind: 'event',
    title: 'Fair',
    old: { id: 1, address: 'https://old.example/fair' },
    new: { id: 2, address: 'https://new.example/fair' },
  };
  const file = createReporter();
  for (let at = 0; at < 300_000; at++) file.move(moved);
  const all = createReporter();
  all.add(file.report());
  expect(all.report().moved).toHaveLength(300_000);
});
