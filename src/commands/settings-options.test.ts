import { Command } from '@commander-js/extra-typings';
import { expect, test } from 'vitest';
import { addSettings } from './settings-options.ts';

/** The part of the help about settings that have no option. */
function helpOfVariables(columns: number): string[] {
  let help = '';
  const command = new Command('kalends').configureOutput({
    getOutHelpWidth: () => columns,
    writeOut: (text) => {
      help += text;
    },
  });
  addSettings(command, ['databaseUrl', 'databaseReplicaUrls', 'databaseListenUrl']).outputHelp();
  const lines = help.trimEnd().split('\n');
  return lines.slice(lines.indexOf('Only in the environment:') + 1);
}

test('Variables without an option are described in lines as wide as the terminal', () => {
  const [narrow, wide] = [helpOfVariables(90), helpOfVariables(120)];
  expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(90);
  expect(Math.max(...wide.map((line) => line.length))).toBeGreaterThan(90);
  expect(wide.length).toBeLessThan(narrow.length);
  expect(narrow.join('').replace(/\s+/g, '')).toBe(wide.join('').replace(/\s+/g, ''));
});
