// What WordPress knows of records beside the interface: their fields in `wp/v2`, events that no list shows, and texts of
// images. None of it is required: a site that offers it not is imported without.
import { TransferProblem } from '../../core/transfer-problem.ts';
import { routeOf, withRoute } from '../fetch/addresses.ts';
import { afterWarnings, BadReply, type GetOptions, politeGet } from '../fetch/polite-get.ts';
import type { Reporter } from '../report.ts';
import { flagOf, idOf, isRecord, plainOf, type RawRecord, textOf } from '../rest/values.ts';
import type { SurveyedImage } from '../source/survey.ts';
import type { ImageTexts } from './images.ts';
import { eventAt } from './lists.ts';

export interface WordPressDetails {
  /** Members that complete what lists show of a record. */
  of(kind: 'event' | 'venue', id: number): RawRecord | undefined;
  /** Events that no list shows. */
  unlisted: readonly RawRecord[];
  /** By the addresses of images. */
  imageTexts: ReadonlyMap<string, ImageTexts>;
}

interface Asking {
  name: string;
  namespace: URL;
  /** Ids of the events that have been fetched. */
  eventIds: ReadonlySet<number>;
  images: readonly SurveyedImage[];
  get: GetOptions;
  reporter: Reporter;
}

/** Single reads take a request each. */
const mostSingleReads = 1000;
const perPage = 100;

export async function readWordPress(asking: Asking): Promise<WordPressDetails> {
  const { eventIds, get } = asking;
  const signedIn = get.authorization !== undefined;
  const query: Record<string, string> = signedIn ? { status: 'any', context: 'edit' } : {};
  const events = await detailsOf('tribe_events', query, eventMembers, asking);
  const venues = await detailsOf('tribe_venue', query, venueMembers, asking);
  const unlisted = [...events.keys()].filter((id) => !eventIds.has(id));
  const isStatusKnown = [...events.values()].some((members) => 'event_status' in members);
  if (!isStatusKnown)
    for (const one of await singleReads([...eventIds], asking)) events.set(idOf(one['id']) as number, statusOf(one));
  return {
    of: (kind, id) => (kind === 'event' ? events : venues).get(id),
    unlisted: await singleReads(unlisted, asking),
    imageTexts: await textsOfImages(asking),
  };
}

/** Empty where the site does not offer the list. */
async function detailsOf(
  type: string,
  query: Readonly<Record<string, string>>,
  members: (meta: RawRecord) => RawRecord,
  asking: Asking,
): Promise<Map<number, RawRecord>> {
  const found = new Map<number, RawRecord>();
  for await (const { id, meta } of listOf(type, { ...query, _fields: 'id,meta' }, asking)) {
    const known = idOf(id);
    if (known !== undefined) found.set(known, members(isRecord(meta) ? meta : {}));
  }
  return found;
}

function eventMembers(meta: RawRecord): RawRecord {
  const status = meta['_tribe_events_status'];
  const isVirtual = meta['_tribe_events_is_virtual'];
  const url = textOf(meta['_tribe_events_virtual_url']);
  return {
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

/** Lists do not show the schema.org data of an event. */
const statusOf = ({ json_ld, event_status, event_status_reason, is_virtual, virtual_url }: RawRecord): RawRecord =>
  Object.fromEntries(
    Object.entries({ json_ld, event_status, event_status_reason, is_virtual, virtual_url }).filter(
      ([, value]) => value !== undefined,
    ),
  );

async function singleReads(ids: readonly number[], asking: Asking): Promise<RawRecord[]> {
  const { namespace, get, reporter, name } = asking;
  if (ids.length > mostSingleReads) {
    reporter.note(
      { source: name, record: 'the site' },
      'has too many events to ask for each: what is canceled or online is not known, and hidden events are left out',
    );
    return [];
  }
  const found: RawRecord[] = [];
  for (const id of ids) {
    const reply = await jsonAt(eventAt(namespace, id), get);
    if (reply === 'no answer') break;
    if (isRecord(reply?.value) && idOf(reply.value['id']) === id) found.push(reply.value);
  }
  return found;
}

async function textsOfImages(asking: Asking): Promise<Map<string, ImageTexts>> {
  const addresses = new Map(asking.images.flatMap(({ id, address }) => (id === undefined ? [] : [[id, address]])));
  const ids = [...addresses.keys()];
  const texts = new Map<string, ImageTexts>();
  for (let from = 0; from < ids.length; from += perPage) {
    const query = { include: ids.slice(from, from + perPage).join(','), _fields: 'id,title,alt_text' };
    for await (const one of listOf('media', query, asking)) {
      const address = addresses.get(idOf(one['id']) ?? 0);
      const title = isRecord(one['title']) ? one['title']['rendered'] : one['title'];
      if (address !== undefined)
        texts.set(address, { title: plainOf(title, one), altText: plainOf(one['alt_text'], one) });
    }
  }
  return texts;
}

/** The records of a type, from page to page. */
async function* listOf(
  type: string,
  query: Readonly<Record<string, string>>,
  { namespace, get }: Asking,
): AsyncGenerator<RawRecord> {
  const route = routeOf(namespace).replace(/[^/]+\/events\/v\d+\/?$/, `wp/v2/${type}`);
  for (let page = 1; ; page++) {
    const url = withRoute(namespace, route);
    const paged = page === 1 ? {} : { page: String(page) };
    for (const [name, value] of Object.entries({ per_page: String(perPage), ...query, ...paged }))
      url.searchParams.set(name, value);
    const reply = await jsonAt(url, get);
    if (reply === undefined || reply === 'no answer' || !Array.isArray(reply.value)) return;
    yield* reply.value.filter(isRecord);
    if (page >= Number(reply.headers.get('x-wp-totalpages') ?? 1)) return;
  }
}

const parse = (body: Buffer): unknown => {
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  return JSON.parse(/^\s*</.test(text) ? String(afterWarnings(body)) : text);
};

/** Undefined for a reply that is none: whatever is missing here was never promised. */
async function jsonAt(
  url: URL,
  get: GetOptions,
): Promise<{ value: unknown; headers: Headers } | undefined | 'no answer'> {
  try {
    const { body, headers } = await politeGet(url, get);
    return { value: parse(body), headers };
  } catch (error) {
    get.signal.throwIfAborted();
    if (error instanceof BadReply || error instanceof SyntaxError) return undefined;
    if (error instanceof TransferProblem) return 'no answer';
    throw error;
  }
}
