// Commands on a terminal, which have a progress bar and may ask.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasPython, readWith } from '../support/python/python.ts';
import { program, runInProcess, temporaryFolder } from '../support/run-cli.ts';

interface Ended {
  output: string;
  /** `null` if it did not end. */
  code: number | null;
}

/** Types the answer at a question, or while standard input is read. */
function onTerminal(folder: string, args: readonly string[], answer = ''): Ended {
  const { PATH } = process.env;
  const environment = { PATH, HOME: folder, TMPDIR: folder, TERM: 'xterm', KALENDS_TIMEZONE: 'UTC' };
  const command = [process.execPath, program, ...args];
  const pattern = join(folder, '*/standard-input');
  return readWith('on-terminal.py', JSON.stringify({ command, folder, environment, answer, pattern, seconds: 20 }));
}

function importOnTerminal(sheet: string, answer?: string): Ended {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'town.csv'), sheet);
  return onTerminal(folder, ['import', 'town.csv'], answer);
}

const ambiguous = 'title,start_date\nFair,03/04/2027\n';

describe.skipIf(!hasPython('pty'))('a terminal', () => {
  test('An import that is refused ends', () => {
    const { output, code } = importOnTerminal('title\nFair\n');
    expect(code).toBe(1);
    expect(output).toContain('kalends: Nothing was imported.');
  });

  test.each([
    ['y', 'y\n', 0, 'Imported:'],
    ['the end of the input', '\u0004', 1, 'kalends: Nothing was imported.\r\nThe question was not answered.'],
    ['Ctrl+C', '\u0003', 1, 'kalends: Stopped before the end; nothing was imported.'],
  ])('The question what a date means can be answered by %s', (_, answer, expected, message) => {
    const { output, code } = importOnTerminal(ambiguous, answer);
    expect(output).toContain('does "03/04/2027" in line 2 mean 2027-04-03? [y/N] ');
    expect(output).toContain(message);
    expect(code).toBe(expected);
  });

  test('An import stops when Ctrl+C is pressed instead of typing its input', () => {
    const { output, code } = onTerminal(temporaryFolder(), ['import', '-'], '\u0003');
    expect(output).toContain('kalends: Stopped before the end; nothing was imported.');
    expect(code).toBe(1);
  });

  test('A progress bar shows no time that is left while it is unknown', async () => {
    const folder = temporaryFolder();
    await runInProcess(['migrate'], { folder });
    const { output } = onTerminal(folder, ['export', '--output', 'town.ndjson']);
    expect(output).toContain('0 of 1 | ? left');
  });
});
