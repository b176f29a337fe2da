import { expect, test } from 'vitest';
import { parseArguments } from './arguments.ts';
import { mismatchesIn } from './run-file.ts';

test('File names and options are parsed, and some options are passed to the runner', () => {
  expect(parseArguments(['venues', '--only', 'slug', '--verbose', '--min-pass', '1', '--engine', 'postgres'])).toEqual({
    files: ['venues'],
    runnerOptions: ['--only', 'slug', '--verbose'],
    verbose: true,
    engine: 'postgres',
    minPass: 1,
  });
  expect(parseArguments([])).toEqual({ files: [], runnerOptions: [], verbose: false, engine: 'sqlite', minPass: 0.98 });
});

test('Unknown options are refused', () => {
  expect(() => parseArguments(['--onyl', 'x'])).toThrow(/--onyl/);
  expect(() => parseArguments(['--min-pass', '98'])).toThrow(/share from 0 to 1/);
  expect(() => parseArguments(['--engine', 'mysql'])).toThrow(/sqlite or postgres/);
});

test('Mismatches are printed between the table and the total', () => {
  expect(
    mismatchesIn('file  scenarios\ntags 1/2\n\ntags > a\n  1 GET /\n\ntags > b\n  2 GET /\n\n1 passed, 1 failed\n'),
  ).toBe('tags > a\n  1 GET /\n\ntags > b\n  2 GET /');
  expect(mismatchesIn('file  scenarios\ntags 2/2\n\n2 passed, 0 failed\n')).toBe('');
});
