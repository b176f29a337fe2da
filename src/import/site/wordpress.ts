// Additional data that WordPress offers in `wp/v2`: fields of records, events that no list contains, and texts and files of
// images. All of it is optional.
import { imageAddress } from '../../core/images.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { DiskMap, Scratch } from '../../store/sqlite/scratch.ts';
import { chunked } from '../chunked.ts';
import { routeOf, withRoute } from '../fetch/addresses.ts';
import { BadReply, type GetOptions, PageTooLarge, politeGet } from '../fetch/polite-get.ts';
import type { Reporter } from '../report.ts';
import { flagOf, idOf, isRecord, plainOf, type RawRecord, textOf } from '../rest/values.ts';
import type { FoundImage } from '../source/prescan.ts';
import { eventAt } from './lists.ts';

export interface ImageDetails {
  texts: { title: string; altText: string };
  /** The uploaded file that the listed one was scaled from. */
  original?: string | undefined;
  /** Largest first, for images that exceed the limits here. */
  smaller?: readonly string[];
}

export interface WordPressDetails {
  /** Members of a record that lists lack. */
  of(kind: 'event' | 'venue', id: number): RawRecord | undefined;
  /** By the addresses of images. */
  images: DiskMap<ImageDetails>;
  /** Every single read was answered. */
  isWhole: boolean;
}

interface DetailsRequest {
  name: string;
  namespace: URL;
  /** Ids of the events that have been fetched. */
  listed: ReadonlySet<number>;
  /** Those whose status the lists do not state. */
  withoutStatus: readonly number[];
  images: Iterable<FoundImage>;
  get: GetOptions;
  reporter: Reporter;
  scratch: Scratch;
  /** Receives an event that no list contains. */
  onUnlisted(event: RawRecord): Promise<void>;
}

/** Single reads take a request each. */
const maxSingleReads = 1000;
const perPage = 100;

export async function readWordPress(request: DetailsRequest): Promise<WordPressDetails> {
  const { listed, withoutStatus, get, onUnlisted } = request;
  const signedIn = get.authorization !== undefined;
  const query: Record<string, string> = signedIn ? { status: 'any', context: 'edit' } : {};
  const events = await detailsOf('tribe_events', query, eventMembers, request);
  const venues = await detailsOf('tribe_venue', query, venueMembers, request);
  const unlisted = idsOf(events).filter((id) => !listed.has(id));
  const unknown = withoutStatus.filter((id) => events.get(String(id))?.['event_status'] === undefined);
  const isStatusWhole = await readEach(unknown, request, async (one, id) => {
    events.set(String(id), { ...events.get(String(id)), ...statusOf(one) });
  });
  const isUnlistedWhole = await readEach(unlisted, request, onUnlisted);
  return {
    of: (kind, id) => (kind === 'event' ? events : venues).get(String(id)),
    images: await detailsOfImages(request),
    isWhole: isStatusWhole && isUnlistedWhole,
  };
}

function idsOf(records: DiskMap<unknown>): number[] {
  const ids: number[] = [];
  for (const [id] of records) ids.push(Number(id));
  return ids;
}

/** By id. Empty where the site does not offer the list. */
async function detailsOf(
  type: string,
  query: Readonly<Record<string, string>>,
  members: (meta: RawRecord, parent: unknown) => RawRecord,
  request: DetailsRequest,
): Promise<DiskMap<RawRecord>> {
  const found = request.scratch.createMap<RawRecord>();
  for await (const { id, meta, parent } of listOf(type, { ...query, _fields: 'id,parent,meta' }, request)) {
    const recordId = idOf(id);
    if (recordId !== undefined) found.set(String(recordId), members(isRecord(meta) ? meta : {}, parent));
  }
  return found;
}

function eventMembers(meta: RawRecord, parent: unknown): RawRecord {
  const status = meta['_tribe_events_status'];
  const isVirtual = meta['_tribe_events_is_virtual'];
  const url = textOf(meta['_tribe_events_virtual_url']);
  return {
    ...(parent === undefined ? {} : { post_parent: parent }),
    ...costMembers(meta),
    ...(status === undefined
      ? {}
      : {
          event_status: textOf(status) || 'scheduled',
          event_status_reason: textOf(meta['_tribe_events_status_reason']),
        }),
    ...(isVirtual === undefined ? {} : { is_virtual: flagOf(isVirtual) }),
    ...(meta['_tribe_virtual_events_type'] === 'hybrid' ? { attendance_mode: 'mixed' } : {}),
    ...(url === '' ? {} : { virtual_url: url }),
  };
}

function venueMembers(meta: RawRecord): RawRecord {
  const [lat, lng] = [textOf(meta['_VenueLat']), textOf(meta['_VenueLng'])];
  return lat === '' || lng === '' ? {} : { geo_lat: lat, geo_lng: lng };
}

/** The cost as entered; lists show a range of prices in the currency of the site. */
function costMembers(meta: RawRecord): RawRecord {
  const cost = textOf(meta['_EventCost']).trim();
  const [currency_symbol, currency_position, currency_code] = ['Symbol', 'Position', 'Code'].map(
    (name) => meta[`_EventCurrency${name}`],
  );
  return cost === '' ? {} : { entered_cost: { cost, currency_symbol, currency_position, currency_code } };
}

/** The status of an event, from the schema.org data that only single reads have. */
function statusOf({ json_ld: jsonLd, event_status, event_status_reason, is_virtual, virtual_url }: RawRecord) {
  const { eventStatus, eventAttendanceMode } = isRecord(jsonLd) ? jsonLd : {};
  const json_ld = { eventStatus, eventAttendanceMode };
  const stated = { json_ld, event_status, event_status_reason, is_virtual, virtual_url };
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
}

/** Returns whether every read was answered. */
async function readEach(
  ids: readonly number[],
  { namespace, get, reporter, name }: DetailsRequest,
  take: (event: RawRecord, id: number) => Promise<void>,
): Promise<boolean> {
  if (ids.length > maxSingleReads) {
    reporter.note(
      { source: name, record: 'the site' },
      'has too many events to request each of them: it is unknown which are canceled or online, and hidden events are left out',
    );
    return false;
  }
  for (const id of ids) {
    const reply = await jsonAt(eventAt(namespace, id), get);
    if (reply === 'no answer') return false;
    if (isRecord(reply?.value) && idOf(reply.value['id']) === id) await take(reply.value, id);
  }
  return true;
}

async function detailsOfImages(request: DetailsRequest): Promise<DiskMap<ImageDetails>> {
  const addresses = request.scratch.createMap<string>();
  for (const { id, address } of request.images) if (id !== undefined) addresses.set(String(id), address);
  const details = request.scratch.createMap<ImageDetails>();
  for (const some of chunked(addresses, perPage)) {
    const include = some.map(([id]) => id).join(',');
    for await (const one of listOf('media', { include, _fields: 'id,title,alt_text,media_details' }, request)) {
      const address = addresses.get(String(idOf(one['id'])));
      const title = isRecord(one['title']) ? one['title']['rendered'] : one['title'];
      if (address !== undefined)
        details.set(address, {
          texts: { title: plainOf(title, one), altText: plainOf(one['alt_text'], one) },
          ...otherFiles(address, one['media_details']),
        });
    }
  }
  return details;
}

/** WordPress lists a large image scaled to 2560 pixels, and keeps the uploaded file next to it. */
function otherFiles(address: string, details: unknown): Pick<ImageDetails, 'original' | 'smaller'> {
  if (!isRecord(details)) return { original: undefined, smaller: [] };
  const original = textOf(details['original_image']);
  const sizes = isRecord(details['sizes']) ? details['sizes'] : {};
  const large = ['2048x2048', '1536x1536'].map((name) => sizes[name]).filter(isRecord);
  const siblingOf = (file: string) =>
    /^[^/\\]+$/.test(file) ? imageAddress(new URL(encodeURI(file), address).href) : undefined;
  return { original: siblingOf(original), smaller: large.flatMap(({ file }) => siblingOf(textOf(file)) ?? []) };
}

/** All records of a type. */
async function* listOf(
  type: string,
  query: Readonly<Record<string, string>>,
  { namespace, get }: DetailsRequest,
): AsyncGenerator<RawRecord> {
  const route = routeOf(namespace).replace(/[^/]+\/events\/v\d+\/?$/, `wp/v2/${type}`);
  let before = '';
  for (let page = 1; page <= get.limits.pages; page++) {
    const url = withRoute(namespace, route);
    const paged = page === 1 ? {} : { page: String(page) };
    for (const [name, value] of Object.entries({ per_page: String(perPage), ...query, ...paged }))
      url.searchParams.set(name, value);
    const reply = await jsonAt(url, get);
    if (reply === undefined || reply === 'no answer' || !Array.isArray(reply.value)) return;
    const records = reply.value.filter(isRecord);
    const ids = records.map(({ id }) => String(id)).join();
    // Some sites show the last page again, or the same one for every number.
    if (ids === before) return;
    before = ids;
    yield* records;
    if (page >= Number(reply.headers.get('x-wp-totalpages') ?? 1)) return;
  }
}

/** Undefined if the site does not offer it. */
async function jsonAt(
  url: URL,
  get: GetOptions,
): Promise<{ value: unknown; headers: Headers } | undefined | 'no answer'> {
  try {
    const { body, headers } = await politeGet(url, get);
    return { value: JSON.parse(body.toString('utf8')), headers };
  } catch (error) {
    get.signal.throwIfAborted();
    if (error instanceof BadReply || error instanceof SyntaxError || error instanceof PageTooLarge) return undefined;
    if (error instanceof TransferProblem) return 'no answer';
    throw error;
  }
}
