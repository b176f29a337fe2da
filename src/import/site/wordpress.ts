// Additional data that WordPress offers in `wp/v2`: fields of records, and events that no list contains. All of it is optional.
import { withoutUndefined } from '../../core/objects.ts';
import type { DiskMap } from '../../store/sqlite/scratch.ts';
import { type Collection, readList } from '../fetch/download.ts';
import { BadReply } from '../fetch/polite-get.ts';
import { siblingRoute, withParameters } from '../fetch/urls.ts';
import type { Source } from '../source/read-bytes.ts';
import { flagOf, idOf, membersOf, type RawRecord, textOf } from '../values.ts';
import { requestRecord } from './lists.ts';
import { type ApiRun, savePageOf } from './run.ts';

export interface WordPressDetails {
  /** Members of a record that lists lack. */
  of(kind: 'event' | 'venue', id: number): RawRecord | undefined;
  /** Every single read was answered. */
  isWhole: boolean;
}

/** Single reads take a request each. */
export const maxSingleReads = 1000;
export const perPage = 100;
/**
 * The reference limits the list to events that are not over, unless a parameter names this field (6.17). As an excluded word
 * it changes nothing else, but for anonymous callers a search leaves out events with a password.
 */
const alsoPastEvents = '-_EventStartDate';

/** Events whose status the lists lack are requested one by one, unless they are unchanged since an import that did so. */
export function eventsWithoutStatus({ scan, source, before }: ApiRun): number[] {
  const readBefore = source.sync && before?.hasDetails ? before.records.event : {};
  const ids: number[] = [];
  for (const [, { kind, key, id, modifiedAt, hasStatus }] of scan.seen) {
    const isUnchanged = modifiedAt !== 0 && readBefore[key] === modifiedAt;
    if (kind === 'event' && id !== undefined && !hasStatus && !isUnchanged) ids.push(id);
  }
  return ids;
}

/** `unlisted` are pages of events that no list contains. */
export async function readWordPress(
  run: ApiRun,
  withoutStatus: readonly number[],
): Promise<{ details: WordPressDetails; unlisted: Source[] }> {
  const query: Record<string, string> = run.source.credentials ? { status: 'any', context: 'edit' } : {};
  const events = run.scratch.createMap<RawRecord>();
  await readDetails('tribe_events', query, eventMembers, { run, into: events });
  await readDetails('tribe_events', { ...query, search: alsoPastEvents }, eventMembers, { run, into: events });
  const venues = run.scratch.createMap<RawRecord>();
  await readDetails('tribe_venue', query, venueMembers, { run, into: venues });
  const listed = new Set<number>();
  for (const [, { kind, id }] of run.scan.seen) if (kind === 'event' && id !== undefined) listed.add(id);
  const others: number[] = [];
  for (const [id] of events) if (!listed.has(Number(id))) others.push(Number(id));
  const unknown = withoutStatus.filter((id) => events.get(String(id))?.['event_status'] === undefined);
  const isStatusWhole = await readEach(unknown, run, async (one, id) => {
    events.set(String(id), { ...events.get(String(id)), ...statusOf(one) });
  });
  const unlisted: Source[] = [];
  const isUnlistedWhole = await readEach(others, run, async (event) => {
    unlisted.push(await savePageOf(run, 'event', event));
  });
  const of: WordPressDetails['of'] = (kind, id) => (kind === 'event' ? events : venues).get(String(id));
  return { details: { of, isWhole: isStatusWhole && isUnlistedWhole }, unlisted };
}

/** Stores them by id; none where the site does not offer the list. */
async function readDetails(
  type: string,
  query: Readonly<Record<string, string>>,
  members: (meta: RawRecord, parent: unknown) => RawRecord,
  { run, into }: { run: ApiRun; into: DiskMap<RawRecord> },
): Promise<void> {
  const list = wordPressList(type, { ...query, _fields: 'id,parent,meta' }, run);
  for await (const { id, meta, parent } of readList(list, run.get)) {
    const recordId = idOf(id);
    if (recordId !== undefined) into.set(String(recordId), members(membersOf(meta), parent));
  }
}

function eventMembers(meta: RawRecord, parent: unknown): RawRecord {
  const status = meta['_tribe_events_status'];
  const isVirtual = meta['_tribe_events_is_virtual'];
  return withoutUndefined({
    post_parent: parent,
    entered_cost: enteredCost(meta),
    event_status: status === undefined ? undefined : textOf(status) || 'scheduled',
    event_status_reason: status === undefined ? undefined : textOf(meta['_tribe_events_status_reason']),
    is_virtual: isVirtual === undefined ? undefined : flagOf(isVirtual),
    attendance_mode: meta['_tribe_virtual_events_type'] === 'hybrid' ? 'mixed' : undefined,
    virtual_url: textOf(meta['_tribe_events_virtual_url']) || undefined,
  });
}

function venueMembers(meta: RawRecord): RawRecord {
  const [geo_lat, geo_lng] = [textOf(meta['_VenueLat']), textOf(meta['_VenueLng'])];
  return geo_lat === '' || geo_lng === '' ? {} : { geo_lat, geo_lng };
}

/** Lists show a range of prices in the currency of the site instead. */
function enteredCost(meta: RawRecord) {
  const cost = textOf(meta['_EventCost']).trim();
  const [currency_symbol, currency_position, currency_code] = ['Symbol', 'Position', 'Code'].map(
    (name) => meta[`_EventCurrency${name}`],
  );
  return cost === '' ? undefined : { cost, currency_symbol, currency_position, currency_code };
}

/** The status of an event, from the schema.org data that only single reads have. */
function statusOf({ json_ld: jsonLd, event_status, event_status_reason, is_virtual, virtual_url }: RawRecord) {
  const { eventStatus, eventAttendanceMode } = membersOf(jsonLd);
  const json_ld = { eventStatus, eventAttendanceMode };
  return withoutUndefined({ json_ld, event_status, event_status_reason, is_virtual, virtual_url });
}

/** Returns whether every read was answered. */
async function readEach(
  ids: readonly number[],
  run: ApiRun,
  take: (event: RawRecord, id: number) => Promise<void>,
): Promise<boolean> {
  const subject = { source: run.name, record: 'the site' };
  if (ids.length > maxSingleReads) {
    run.reporter.note(
      subject,
      'has too many events to request each of them: it is unknown which are canceled or online, and hidden events are left out',
    );
    return false;
  }
  for (const id of ids) {
    const answer = await requestRecord(run, 'event', id);
    if (answer === 'no answer') {
      run.reporter.note(
        subject,
        'stopped answering requests for single events: it is unknown whether the rest are canceled or online, and hidden events are left out; import again',
        `event ${id}`,
      );
      return false;
    }
    if (answer && !(answer instanceof BadReply)) await take(answer, id);
  }
  return true;
}

/** All records of a type. */
export const wordPressList = (type: string, query: Readonly<Record<string, string>>, { site }: ApiRun): Collection => ({
  first: withParameters(siblingRoute(site.namespace, `wp/v2/${type}`), { per_page: String(perPage), ...query }),
  isExtra: true,
});
