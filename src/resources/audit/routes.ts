import { formatUtc } from '../../core/dates/civil.ts';
import { mayAdminister } from '../../core/roles.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';
import { describe, unsetWhenEmpty } from '../../http/params/field.ts';
import { getParams } from '../../http/params/read.ts';
import { date, integer, oneOf } from '../../http/params/scalars.ts';
import type { Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { auditActions, auditKinds } from '../records/audit/audit-log.ts';
import { rangeReader } from '../records/list/time-range.ts';
import { done } from '../records/replies.ts';
import { textSchema, timeSchema } from '../records/reply-schemas.ts';
import { changesSchema, presentChanges } from '../records/revisions/service.ts';
import { listAudit } from './service.ts';

const fields = {
  user: unsetWhenEmpty(
    describe(integer({ min: 0 }), 'Only actions of the user with this id; 0 for imports and other programs'),
  ),
  kind: unsetWhenEmpty(describe(oneOf(auditKinds), 'Only actions on this kind of object')),
  record: unsetWhenEmpty(describe(integer({ min: 1 }), 'Only actions on the record, user or key with this id')),
  action: unsetWhenEmpty(describe(oneOf(auditActions), 'Only this action')),
  after: unsetWhenEmpty(describe(date(), 'Only entries from this time on')),
  before: unsetWhenEmpty(describe(date(), 'Only entries before this time')),
  below: unsetWhenEmpty(describe(integer({ min: 1 }), 'Only entries with a lower id: `next` of the previous page')),
  per_page: describe(integer({ min: 1, default: 50 }), "Entries per page, capped at the calendar's maximum"),
};

const readTimes = rangeReader('after', 'before');

const orNull = (type: string, description: string) => ({ type: [type, 'null'], description });

const entrySchema = named(
  'AuditEntry',
  strictObject({
    id: { type: 'integer', minimum: 1 },
    date_utc: timeSchema('Time of the action, in UTC'),
    action: { type: 'string', enum: auditActions },
    kind: { type: 'string', enum: auditKinds },
    record_id: { type: 'integer', description: '0 if the action is not about a single record' },
    user_id: { type: 'integer', description: '0 for an import or another program' },
    user: textSchema('Login of the user, or name of the program'),
    key_id: orNull('integer', 'Application password that was used'),
    key_name: orNull('string', 'Name of the application password'),
    address: orNull('string', 'IP address of the caller'),
    request_id: orNull('string', "Id of the request in the server's log"),
    changes: changesSchema,
  }),
);

const auditSchema = named(
  'Audit',
  strictObject({ entries: listOf(entrySchema), next: orNull('integer', 'Value of `below` for the next page') }),
);

export const auditRoutes = ({ store, maxPerPage }: { store: Store; maxPerPage: number }): Route[] => [
  {
    method: 'GET',
    path: '/audit',
    operationId: 'listAudit',
    summary: 'List the audit log, newest first',
    tag: 'Audit',
    params: fields,
    allowed: mayAdminister,
    replies: [done(auditSchema)],
    async handle(context) {
      const values = getParams(fields, context);
      context.uncacheable();
      const { user, kind, record, action, below } = values;
      const limit = Math.min(values.per_page ?? 50, maxPerPage);
      const filter = { user, kind, record, action, below, ...readTimes(values, context) };
      const rows = await listAudit(store.reader, { ...filter, limit: limit + 1 });
      const entries = rows.slice(0, limit).map(({ at, who, changes, ...row }) => ({
        ...row,
        date_utc: formatUtc(at),
        user: who,
        changes: presentChanges(changes === null ? {} : JSON.parse(changes)),
      }));
      return { status: 200, body: { entries, next: rows.length > limit ? entries.at(-1)?.id : null } };
    },
  },
];
