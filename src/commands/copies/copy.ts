import type { Command } from 'commander';
import type { Shell } from '../../shell.ts';

const details = `
A place is sqlite:FOLDER, a data folder; an address such as postgres://user@host:5432/database; or env:VARIABLE, an
environment variable that holds either, because all users of a machine can read its command lines. The password can
also be in PGPASSWORD.

Everything is copied as it is, accounts and their application passwords included, in one transaction, and compared
afterwards. Stop the service first: what is written during the copy is not copied. Files of images are in the data
folder or a bucket, and are not copied.

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
    .requiredOption('--to <place>', 'where to; made where there is none')
    .option('--force', 'replace what the calendar there holds')
    .option('--json', 'print a JSON object')
    .addHelpText('after', details)
    .action(async ({ from, to, force = false, json }: CopyOptions) => {
      const { readPlace, runCopy } = await import('./run-copy.ts');
      const copied = await runCopy({ from: readPlace(from, shell), to: readPlace(to, shell), force, shell });
      if (json) return shell.print(JSON.stringify({ ok: true, tables: copied }));
      const { formatTable } = await import('../table.ts');
      const rows = copied.map(({ table, rows, checksum }) => [table, String(rows), checksum]);
      shell.print(formatTable(['TABLE', 'ROWS', 'CHECKSUM'], rows));
      shell.tell('Copied and compared: every row has arrived as it was.');
    });
}
