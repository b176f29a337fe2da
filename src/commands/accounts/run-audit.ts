import { formatUtc } from '../../core/dates/civil.ts';
import { type AuditFilter, listAudit } from '../../resources/audit/service.ts';
import { findUser } from '../../resources/users/repository.ts';
import { OperationFailed } from '../../shell.ts';
import type { Store } from '../../store/store.ts';

/** The newest last, next to the prompt. */
export async function auditEntries(
  store: Store,
  { user: login, ...filter }: Omit<AuditFilter, 'user'> & { user?: string | undefined },
) {
  const user = login === undefined ? undefined : await findUser(store.reader, login);
  if (login !== undefined && !user) throw new OperationFailed(`There is no user "${login}".`);
  const rows = await listAudit(store.reader, { ...filter, user: user?.id });
  return rows.reverse().map(({ at, who, changes, ...row }) => {
    const read: Record<string, unknown> = JSON.parse(changes ?? '{}');
    return { ...row, date_utc: formatUtc(at), user: who, fields: Object.keys(read), changes: read };
  });
}
