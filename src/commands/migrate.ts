import type { Command } from 'commander';
import { addSettings, readSettings } from './settings-options.ts';
import type { Shell } from './shell.ts';

export function declareMigrate(program: Command, shell: Shell): void {
  const command = addSettings(program.command('migrate'), ['data']);
  command
    .description("bring the calendar's database to this program's format (serve does so by itself)")
    .action(async () => {
      const { data } = readSettings(command, ['data'], shell);
      const { openOrMakeCalendar } = await import('../calendar-folder.ts');
      const { sqliteMigrations } = await import('../store/sqlite/ddl.ts');
      await openOrMakeCalendar({ data }).close();
      const newest = sqliteMigrations.at(-1);
      shell.print(`The calendar in ${data} is at format ${newest?.id} (${newest?.name}).`);
    });
}
