import { expect, test } from 'vitest';
import { type FileTime, overBudget } from './over-budget.ts';

const fast: FileTime[] = Array.from({ length: 120 }, (_, at) => ({ project: 'api', file: `${at}.ts`, seconds: 0.4 }));
const long = { project: 'unit', file: 'long.ts', seconds: 6 };

test('A fast file that takes more than two seconds is over the budget', () => {
  expect(overBudget([...fast, long])).toEqual([long]);
});

test('The budget does not depend on the speed of the machine', () => {
  const busy = [...fast, { ...long, seconds: 1.9 }].map((each) => ({ ...each, seconds: each.seconds * 3 }));
  expect(overBudget(busy)).toEqual([]);
});

test('Slow projects and partial runs have no budget', () => {
  expect(overBudget([...fast, { ...long, project: 'slow' }, { ...long, project: 'postgres' }])).toEqual([]);
  expect(overBudget([long])).toEqual([]);
});

test('A run in which no time was measured is an error', () => {
  expect(() => overBudget(fast.map((each) => ({ ...each, seconds: 0 })))).toThrow('No processor time');
});
