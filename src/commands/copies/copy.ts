import type { Command } from 'commander';
import type { Shell } from '../../shell.ts';

const details = `
A place is sqlite:FOLDER, a data folder; a URL such as postgres://user@host:5432/database; or env:VARIABLE, an environment
variable that contains either. Use a variable for URLs with a password, because all users of a machine can read its command
lines; the password can also be in PGPASSWORD.

Everything is copied unchanged in one transaction, including accounts and their application passwords, and compared
afterwards. Stop the service first: changes made during the copy are not copied. Image files are in the data folder or a
bucket, and are not copied.

Examples:
  $ kalends copy --from sqlite:./data --to env:DATABASE_URL
  $ kalends copy --from env:DATABASE_URL --to sqlite:/srv/calendar`;

interface CopyOptions {
  from: string;
  to: string;
  force?: boolean;
  json?: true;
}

export function declareCopy(program: Command, shell: Shell): void {
  program
    .command('copy')
    .description('copy a whole calendar from one database to another, SQLite or PostgreSQL')
    .requiredOption('--from <place>', 'the calendar to copy')
    .requiredOption('--to <place>', 'the destination, which is created if it does not exist')
    .option('--force', 'replace the destination even if it is not empty')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async ({ from, to, force = false, json }: CopyOptions) => {
      const { readPlace, runCopy } = await import('./run-copy.ts');
      const copied = await runCopy({ from: readPlace(from, shell), to: readPlace(to, shell), force, shell });
      if (json) return shell.print(JSON.stringify({ ok: true, tables: copied }));
      const { formatTable } = await import('../table.ts');
      const rows = copied.map(({ table, rows, checksum }) => [table, String(rows), checksum]);
      shell.print(formatTable(['TABLE', 'ROWS', 'CHECKSUM'], rows));
      shell.tell('Copied and compared: all rows are identical.');
    });
}
