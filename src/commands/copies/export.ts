import type { Command } from 'commander';
import { placeSettings } from '../../config/media-settings.ts';
import type { Shell } from '../../shell.ts';
import { addSettings, readSettings } from '../settings-options.ts';

const details = `
The export contains all records in every status, the users without their application passwords, and the hashes of
event passwords: keep it as safe as the calendar. "kalends import" restores it into an empty calendar.

Examples:
  $ kalends export --output backup.ndjson
  $ kalends export --output backup.ndjson --media backup-images
  $ kalends export | gzip > backup.ndjson.gz`;

export function declareExport(program: Command, shell: Shell): void {
  const command = addSettings(program.command('export'), placeSettings);
  command
    .description('write the whole calendar as JSON lines to standard output or a file')
    .option('--output <file>', 'file to write, replaced once the export is complete')
    .option('--media <folder>', 'also export images, with their files in this folder')
    .addHelpText('after', details)
    .action(async ({ output, media }: { output?: string; media?: string }) => {
      const config = readSettings(command, placeSettings, shell);
      const { runExport } = await import('./run-export.ts');
      const counts = await runExport({ output, media, config, shell });
      if (counts)
        shell.tell(
          `Exported ${Object.entries(counts)
            .map(([kind, count]) => `${count} ${kind}`)
            .join(', ')}.`,
        );
    });
}
