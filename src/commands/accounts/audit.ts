import { type Command, Option } from '@commander-js/extra-typings';
import { calendarSettings } from '../../config/database-settings.ts';
import type { AuditFilter } from '../../resources/audit/service.ts';
import { OperationFailed, type Shell, WrongUsage } from '../../shell.ts';
import type { Store } from '../../store/store.ts';
import { addSettings, onCalendar } from '../settings-options.ts';
import { formatTable } from '../table.ts';
import { readUtcTime } from './account-rules.ts';

export function declareAudit(program: Command, shell: Shell): void {
  addSettings(program.command('audit'), calendarSettings)
    .description('list who changed what, newest last')
    .option('--user <login>', 'only by this user, who may have been removed')
    .option('--kind <kind>', 'only this kind: event, venue, organizer, category, tag, media, user, key …')
    .option('--record <id>', 'only the record with this id')
    .option('--action <action>', 'only this action: created, updated, trashed, restored, deleted …')
    .option('--since <date>', 'only since this UTC date or time, such as 2027-05-10')
    .addOption(new Option('--limit <n>', 'maximum number of entries').default('50'))
    .option('--json', 'print one JSON object per line, with all values')
    .action(async (options, command) => {
      const filter = {
        user: options.user,
        kind: options.kind,
        action: options.action,
        record: options.record === undefined ? undefined : readNumber('--record', options.record),
        after: options.since === undefined ? undefined : readTime(options.since),
        limit: readNumber('--limit', options.limit),
      };
      const entries = await onCalendar(command, shell, (store) => auditEntries(store, filter));
      if (options.json) {
        for (const entry of entries) shell.print(JSON.stringify(entry));
        return;
      }
      const rows = entries.map(({ date_utc, user, action, kind, record_id, fields, address }) => [
        ...[date_utc, user, action, `${kind} ${record_id}`, fields.join(' '), address ?? ''],
      ]);
      shell.print(formatTable(['TIME (UTC)', 'WHO', 'ACTION', 'WHAT', 'FIELDS', 'FROM'], rows));
    });
}

function readNumber(option: string, text: string): number {
  if (!/^\d{1,12}$/.test(text) || Number(text) === 0) throw new WrongUsage(`${option} must be a positive integer.`);
  return Number(text);
}

function readTime(text: string): number {
  const time = readUtcTime(text);
  if (time === undefined)
    throw new WrongUsage(`--since must be such as 2027-05-10 or 2027-05-10T18:00:00Z, not "${text}".`);
  return time;
}

function checkChoice(option: string, text: string | undefined, choices: readonly string[]): void {
  if (text !== undefined && !choices.includes(text))
    throw new WrongUsage(`${option} must be one of ${choices.join(', ')}, not "${text}".`);
}

/** The newest last, next to the prompt. */
async function auditEntries(
  store: Store,
  { user: login, ...filter }: Omit<AuditFilter, 'user'> & { user?: string | undefined },
) {
  const { formatUtc } = await import('../../core/dates/civil.ts');
  const { listAudit } = await import('../../resources/audit/service.ts');
  const { auditActions, auditKinds } = await import('../../resources/records/audit/audit-log.ts');
  const { findUser } = await import('../../resources/users/repository.ts');
  checkChoice('--kind', filter.kind, auditKinds);
  checkChoice('--action', filter.action, auditActions);
  const user = login === undefined ? undefined : await findUser(store.reader, login);
  // The log keeps the logins of users who were removed.
  const of = user ? { user: user.id } : { who: login };
  if (login !== undefined && !user && (await listAudit(store.reader, { who: login, limit: 1 })).length === 0)
    throw new OperationFailed(`There is no user "${login}".`);
  const rows = await listAudit(store.reader, { ...filter, ...of });
  return rows.reverse().map(({ at, who, changes, ...row }) => {
    const read = changes === null ? {} : JSON.parse(changes);
    return { ...row, date_utc: formatUtc(at), user: who, fields: Object.keys(read), changes: read };
  });
}
