import { type Command, Option } from '@commander-js/extra-typings';
import { calendarSettings } from '../../config/database-settings.ts';
import { roles } from '../../core/roles.ts';
import type { Shell } from '../../shell.ts';
import { addSettings, onCalendar, readSettings } from '../settings-options.ts';
import { formatTable } from '../table.ts';

export function declareUser(program: Command, shell: Shell): void {
  const user = program.command('user').description('add, change, list and remove the users of the calendar');
  declareAdd(user, shell);
  declareChange(user, shell);
  declareList(user, shell);
  declareRemove(user, shell);
  declareErase(user, shell);
}

function declareAdd(user: Command, shell: Shell): void {
  addSettings(user.command('add <login>'), calendarSettings)
    .description('add a user and print LOGIN:APPLICATION_PASSWORD, which is shown only this once')
    .addOption(new Option('--role <role>', `one of ${roles.join(', ')}; required`).makeOptionMandatory())
    .option('--email <address>', 'e-mail address, with which the user may sign in too')
    .option('--name <text>', 'name as people read it (default: the login)')
    .option('--json', 'print a JSON object instead')
    .addHelpText('after', '\nExample:\n  $ kalends user add ed --role editor --email ed@example.org > ed.credentials')
    .action(async (login, { role, email, name, json }, command) => {
      const config = readSettings(command, calendarSettings, shell);
      const { readNewUser } = await import('./account-rules.ts');
      const user = readNewUser({ login, role, email, name });
      const { createUser, hasAdministrator } = await import('./accounts.ts');
      const { openOrAnnounceCalendar, withCalendar } = await import('../../calendar-folder.ts');
      const opening = openOrAnnounceCalendar(config, shell.printError);
      const { created, isAdministered } = await withCalendar(opening, async (store) => ({
        created: await createUser(store, user, shell.now()),
        isAdministered: await hasAdministrator(store),
      }));
      const { password, ...account } = created;
      shell.print(json ? JSON.stringify({ ...account, application_password: password }) : `${login}:${password}`);
      shell.printError(`Added ${login} (${user.role}, id ${created.id}). The application password is not shown again.`);
      if (!isAdministered) shell.printError(withoutAdministrator);
    });
}

/** The first start of the service adds one only to a calendar without users. */
const withoutAdministrator =
  'The calendar has no administrator; "kalends user add LOGIN --role administrator" adds one.';

function declareChange(user: Command, shell: Shell): void {
  addSettings(user.command('change <login>'), calendarSettings)
    .description("change a user's role, e-mail address or name")
    .option('--role <role>', `one of ${roles.join(', ')}`)
    .option('--email <address>', 'e-mail address, with which the user may sign in too; "" for none')
    .option('--name <text>', 'name as people read it')
    .addHelpText('after', '\nExample:\n  $ kalends user change ann --role editor')
    .action(async (login, { role, email, name }, command) => {
      const { readUserChange } = await import('./account-rules.ts');
      const change = readUserChange({ role, email, name });
      const { changeUser } = await import('./accounts.ts');
      const changed = await onCalendar(command, shell, (store) => changeUser(store, login, change, shell.now()));
      shell.printError(`Changed ${changed.login} (${changed.role}, id ${changed.id}).`);
    });
}

function declareList(user: Command, shell: Shell): void {
  addSettings(user.command('list'), calendarSettings)
    .description('list the users')
    .option('--json', 'print a JSON list')
    .action(async ({ json }, command) => {
      const { allUsers } = await import('./accounts.ts');
      const users = await onCalendar(command, shell, allUsers);
      if (json) return shell.print(JSON.stringify(users));
      const rows = users.map(({ id, login, role, name, email, created }) => [
        ...[String(id), login, role],
        ...[name, email ?? '', created],
      ]);
      shell.print(formatTable(['ID', 'LOGIN', 'ROLE', 'NAME', 'E-MAIL', 'CREATED'], rows));
    });
}

function declareRemove(user: Command, shell: Shell): void {
  addSettings(user.command('remove <login>'), calendarSettings)
    .description("remove a user and the user's application passwords; what the user wrote stays")
    .action(async (login, _, command) => {
      const { removeUser } = await import('./accounts.ts');
      const removed = await onCalendar(command, shell, (store) => removeUser(store, login, shell.now()));
      shell.printError(`Removed ${removed.login} (${removed.role}, id ${removed.id}).`);
    });
}

function declareErase(user: Command, shell: Shell): void {
  addSettings(user.command('erase <login>'), calendarSettings)
    .description('remove a user and all that is stored about the person; what the user wrote stays, without an author')
    .option('--reassign <login>', 'user who becomes the author instead')
    .addHelpText('after', '\nExample:\n  $ kalends user erase ann --reassign ed')
    .action(async (login, { reassign }, command) => {
      const { eraseUser } = await import('./accounts.ts');
      const { user: erased, heir } = await onCalendar(command, shell, (store) =>
        eraseUser(store, login, reassign, shell.now()),
      );
      const records = heir ? `belong to ${heir.login}` : 'have no author';
      shell.printError(`Erased the user with id ${erased.id}; the records ${records} now.`);
    });
}
