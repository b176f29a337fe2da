import { parseArgs } from 'node:util';

export type ConformanceOptions = ReturnType<typeof parseArguments>;

export const usage = `Usage: npm run conformance [-- [options] [files...]]
  files            names of scenario files, such as venues tags (default: all)
  --only REGEX     scenarios whose "file > name" matches
  --verbose        all mismatches
  --corpus DIR     another folder with run.mjs, scenarios and golden (default: test/contract)
  --engine NAME    sqlite or postgres, on TEST_POSTGRES_URL or a server of its own (default: sqlite)
  --min-pass R     share of the scenarios that must pass (default: 0.98)`;

/** Throws TypeError or RangeError, with a message, for unknown or invalid options. */
export function parseArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      corpus: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      engine: { type: 'string', default: 'sqlite' },
      'min-pass': { type: 'string', default: '0.98' },
    },
  });
  const minPass = Number(values['min-pass']);
  if (!(minPass >= 0 && minPass <= 1)) throw new RangeError('--min-pass is a share from 0 to 1');
  const { engine } = values;
  if (engine !== 'sqlite' && engine !== 'postgres') throw new RangeError('--engine is sqlite or postgres');
  const runnerOptions = [
    ...(values.only === undefined ? [] : ['--only', values.only]),
    ...(values.verbose ? ['--verbose'] : []),
  ];
  const { verbose, corpus } = values;
  return { files: positionals, runnerOptions, verbose, engine, corpus, minPass } as const;
}
