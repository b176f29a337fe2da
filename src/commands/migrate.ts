import type { Command } from '@commander-js/extra-typings';
import { calendarSettings } from '../config/database-settings.ts';
import type { Shell } from '../shell.ts';
import { addSettings, readSettings } from './settings-options.ts';

export function declareMigrate(program: Command, shell: Shell): void {
  addSettings(program.command('migrate'), calendarSettings)
    .description(
      "migrate the calendar's database to this version, creating it if there is none (serve does so automatically)",
    )
    .action(async (_, command) => {
      const config = readSettings(command, calendarSettings, shell);
      const { nameOf, newestFormat, openOrCreateCalendar } = await import('../calendar-folder.ts');
      await (await openOrCreateCalendar(config)).close();
      const { id, name } = newestFormat(config);
      shell.print(`The calendar in ${nameOf(config)} is at format ${id} (${name}).`);
    });
}
