import { expect, test } from 'vitest';
import { createProgressBar } from './progress-bar.ts';

test.each([
  [true, '\r\u001b[2KRetrying.'],
  [false, 'Retrying.'],
])('A message erases the progress bar on a terminal only (%s)', (isTerminal, written) => {
  const lines: string[] = [];
  createProgressBar((line) => void lines.push(line), isTerminal).log('Retrying.');
  expect(lines).toEqual([written]);
});
