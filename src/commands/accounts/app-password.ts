import type { Command } from '@commander-js/extra-typings';
import { calendarSettings } from '../../config/database-settings.ts';
import { keyScopes } from '../../core/roles.ts';
import { type Shell, WrongUsage } from '../../shell.ts';
import { addSettings, onCalendar } from '../settings-options.ts';
import { formatTable } from '../table.ts';

export function declareAppPassword(program: Command, shell: Shell): void {
  const password = program
    .command('app-password')
    .description("add, list and revoke users' application passwords, which programs sign in with");
  declareAdd(password, shell);
  declareList(password, shell);
  declareRevoke(password, shell);
}

function declareAdd(parent: Command, shell: Shell): void {
  addSettings(parent.command('add <login>'), calendarSettings)
    .description('add an application password and print LOGIN:APPLICATION_PASSWORD, which is shown only this once')
    .option('--name <text>', 'what the password is for', 'command line')
    .option('--scopes <list>', `limit it to some of ${keyScopes.join(', ')} (default: all that the user may)`)
    .option('--expires <date>', 'UTC date or time from which on it is refused, or days such as 90d (default: never)')
    .option('--json', 'print a JSON object instead')
    .addHelpText('after', '\nExample:\n  $ kalends app-password add ed --name "phone of Ed" --scopes read,write:own')
    .action(async (login, { json, ...options }, command) => {
      const { readNewKey } = await import('./account-rules.ts');
      const key = readNewKey(options, shell.now());
      const { createPassword } = await import('./accounts.ts');
      const { id, user, password } = await onCalendar(command, shell, (store) =>
        createPassword(store, login, key, shell.now()),
      );
      const created = { id, login: user.login, name: key.name, application_password: password };
      shell.print(json ? JSON.stringify(created) : `${user.login}:${password}`);
      shell.printError(`Added application password ${id} (${key.name}) of ${user.login}. It is not shown again.`);
    });
}

function declareList(parent: Command, shell: Shell): void {
  addSettings(parent.command('list <login>'), calendarSettings)
    .description("list a user's application passwords: when added and last used, scopes, expiry")
    .option('--json', 'print a JSON list')
    .action(async (login, { json }, command) => {
      const { allPasswords } = await import('./accounts.ts');
      const passwords = await onCalendar(command, shell, (store) => allPasswords(store, login));
      if (json) return shell.print(JSON.stringify(passwords));
      const rows = passwords.map(({ id, name, created, last_used, scopes, expires }) => [
        ...[String(id), name, created, last_used ?? 'never'],
        ...[scopes?.join(',') ?? 'all', expires ?? 'never'],
      ]);
      shell.print(formatTable(['ID', 'NAME', 'CREATED', 'LAST USED', 'SCOPES', 'EXPIRES'], rows));
    });
}

function declareRevoke(parent: Command, shell: Shell): void {
  addSettings(parent.command('revoke <login> <id>'), calendarSettings)
    .description('revoke an application password; whoever uses it is refused from then on')
    .action(async (login, id, _, command) => {
      if (!/^\d{1,15}$/.test(id))
        throw new WrongUsage(`Invalid id "${id}"; "app-password list" shows the ids of application passwords.`);
      const { revokePassword } = await import('./accounts.ts');
      await onCalendar(command, shell, (store) => revokePassword(store, login, Number(id), shell.now()));
      shell.printError(`Revoked application password ${Number(id)} of ${login}.`);
    });
}
