// Events as a record resource: how they are found, read, checked and written.
import { ApiError } from '../../core/api-error.ts';
import { mayEdit, mayRead } from '../../core/roles.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { Reader, Writer } from '../../store/store.ts';
import type { RecordScope } from '../records/scope.ts';
import type { RecordAddress } from '../records/slugs.ts';
import { ownedOf } from '../records/status.ts';
import { selectTexts } from '../records/texts/localised-texts.ts';
import { noTexts } from '../records/texts/texts.ts';
import { getRecord, type RecordResource } from '../records/write/resource.ts';
import { type Applied, withChangedSlug, withIdAndSlug } from '../records/write/save.ts';
import { countEvent } from '../terms/repository-events.ts';
import type { EventCaching } from './cache/event-cache.ts';
import { type CheckedWrite, checkEvent, makeRelations } from './check.ts';
import { applyEvent, emptyEvent } from './fields/apply.ts';
import { isMasked } from './masking.ts';
import { eventRows, findEvent, unrelateEvent } from './repository.ts';
import { insertEvents, updateEvent } from './save.ts';
import type { EventValues } from './schemas.ts';
import type { Calendar, EventRecord, PasswordSender } from './types.ts';

const events = {
  kind: 'event',
  find: (db: Reader, id: number, { language }: { language: string }) => findEvent(db, id, language),
} as const;

/** Throws 403 if the caller may not read the event; trash, status and password are checked in this order (D16, D17). */
export async function readEvent(
  { store, tryPassword }: Pick<Calendar, 'store' | 'tryPassword'>,
  address: RecordAddress,
  options: { edit: boolean; password: string | undefined },
  scope: RecordScope & PasswordSender,
): Promise<EventRecord> {
  const event = await getRecord(store.reader, events, address, scope);
  const owned = ownedOf(event, scope.now);
  if (owned.status === 'trash' && !(options.edit && mayEdit(scope.caller, owned)))
    throw new ApiError('event-no-longer-available');
  if (!mayRead(scope.caller, owned)) throw new ApiError('event-not-accessible');
  const passwordHash =
    event.password_hash !== null && options.password !== undefined
      ? await tryPassword(options.password, scope, event)
      : undefined;
  if (isMasked(event, { ...scope, passwordHash })) throw new ApiError('event-password-protected');
  return event;
}

type AppliedWrite = CheckedWrite & Applied<EventsTable>;

export type EventResource = RecordResource<EventRecord, EventValues, EventsTable, CheckedWrite, AppliedWrite>;

export const eventResource = ({ store, hashPassword }: Pick<Calendar, 'store' | 'hashPassword'>): EventResource => ({
  ...events,
  store,
  findRow: (db, id) => eventRows.find(db, id),
  mayEdit: (caller, row, now) => mayEdit(caller, ownedOf(row, now)),
  title: { value: 'title', parameter: 'title' },
  prepare: async ({ password }) => (password ? hashPassword(password) : undefined),
  check: (db, sent, scope, before) => checkEvent(db, sent, scope, { before, hashPassword }),
  apply: (before, checked, problems, scope) => ({
    ...checked,
    ...applyEvent(before ?? emptyEvent(scope), checked.values, problems, scope),
  }),
  insert,
  update,
  trashed: { values: { status: 'trash' }, terms: [], links: [] },
  async detach(db, { id, status }) {
    if (status === 'publish') await countEvent(db, id, -1);
    await unrelateEvent(db, id);
    return [];
  },
});

async function insert(db: Writer, write: AppliedWrite, scope: RecordScope): Promise<EventRecord> {
  const { row, texts } = await withIdAndSlug(db, 'event', write, write.values.slug);
  const { terms, links } = await makeRelations(db, write, scope);
  const termIds = Object.values(terms).flat();
  const event = { row, texts: [texts], links: { venue: [], organizer: [], ...links }, termIds };
  await insertEvents(db, [event], scope, { areNew: true });
  return { ...row, ...selectTexts([{ ...noTexts, ...texts, is_original: 1 }], row.language) };
}

async function update(db: Writer, before: EventsTable, write: AppliedWrite, scope: RecordScope): Promise<EventRecord> {
  const { row, values } = write;
  const { language } = scope;
  const texts = await withChangedSlug(db, 'event', before, write, { sent: values.slug, language });
  const change = { row, language, texts, ...(await makeRelations(db, write, scope)) };
  const written = await updateEvent(db, before, change, scope);
  return { ...row, ...selectTexts(written, language) };
}

export interface EventRoutesOptions extends EventCaching, Calendar {
  maxPerPage: number;
}
