// Events as files for other programs, with every filter of the list.
import { invalidParam } from '../../../core/api-error.ts';
import { joinLinks } from '../../../http/discovery.ts';
import type { Fields } from '../../../http/params/field.ts';
import { anyone, publicRead, type Reply, type RequestContext, type Route } from '../../../http/route.ts';
import { createKeyedSemaphore, type KeyedSemaphore, requestWaitMs } from '../../../media/semaphore.ts';
import { readAlsoFormer } from '../../records/former-slugs.ts';
import { paramText } from '../../records/list/paging.ts';
import { refused } from '../../records/replies.ts';
import { loadRelations } from '../relations.ts';
import { eventReadFields } from '../schemas.ts';
import { type EventRoutesOptions, readEvent } from '../service.ts';
import { calendarName, type FeedFormat, type FeedHead, type FeedWriter } from './format.ts';
import { feedFormats } from './formats.ts';
import { calendarFields, icalendar, openCalendar } from './icalendar.ts';
import type { CalendarIdentity } from './identity.ts';
import { namesOfFilters } from './repository.ts';
import { batchesOf, type Feed, feedEvent, openFeed, parametersOf } from './routes-read.ts';

interface FeedRoutesOptions extends EventRoutesOptions {
  identity: CalendarIdentity;
}

interface FeedOptions extends FeedRoutesOptions {
  semaphore: KeyedSemaphore;
  maxMebibytes: number;
}

/** Files generated at the same time; each is held in memory until it is complete. */
const filesAtOnce = 2;

/** Number of events from which the size of the file is estimated. */
const sampleEvents = 1000;

/** Larger files are refused with the advice to request pages. */
export function feedRoutes(events: FeedRoutesOptions, maxMebibytes = 64): Route[] {
  const options: FeedOptions = { ...events, maxMebibytes, semaphore: createKeyedSemaphore(filesAtOnce, requestWaitMs) };
  return [...feedFormats.map((format) => fileRoute(format, options)), recordRoute(options)];
}

const described = (mediaType: string, description: string) => ({
  status: 200,
  description,
  mediaType,
  schema: { type: isJson(mediaType) ? 'object' : 'string' },
});

const fileRoute = (format: FeedFormat, options: FeedOptions): Route => ({
  method: 'GET',
  path: pathOf(format),
  isPublic: true,
  operationId: format.operationId,
  summary: format.summary,
  tag: 'Feed',
  params: parametersOf(format),
  allowed: anyone,
  replies: [described(format.mediaType, 'The file'), ...refused('event-archive-page-not-found', 'service_unavailable')],
  async handle(context) {
    const feed = await openFeed(context, options, format);
    return options.semaphore(context.remoteAddress, () => answer(format, feed, context, options));
  },
});

const pathOf = ({ extension }: Pick<FeedFormat, 'extension'>): string => `/events.${extension}`;

async function answer(format: FeedFormat, feed: Feed, context: RequestContext, options: FeedOptions): Promise<Reply> {
  const { maxMebibytes } = options;
  const tooLarge = () => invalidParam('per_page', 'file_needs_pages', { mebibytes: maxMebibytes });
  const maxBytes = maxMebibytes * 1024 ** 2;
  const head = await headOf(format, feed, context, options);
  const writer = format.open(head, { ...context, ...options });
  const pieces: Buffer[] = [];
  let modified = 0;
  let bytes = 0;
  let events = 0;
  for await (const batch of batchesOf(feed, context, options, maxBytes)) {
    const piece = Buffer.from(await writer.add(batch));
    pieces.push(piece);
    bytes += piece.length;
    events += batch.events.length;
    const isHopeless = events >= sampleEvents && (bytes / events) * batch.ofAll > 2 * maxBytes;
    if (bytes > maxBytes || isHopeless) throw tooLarge();
    for (const event of batch.events) modified = Math.max(modified, event.modified);
  }
  return file(writer, pieces, modified, {
    'content-type': contentType(format.mediaType),
    'content-disposition': `${format.disposition}; filename="events.${format.extension}"`,
    link: linksOf(head),
  });
}

function file(writer: FeedWriter, pieces: readonly Buffer[], modified: number, headers: Record<string, string>): Reply {
  const { before, after = '' } = writer.frame(modified);
  const body = Buffer.concat([Buffer.from(before), ...pieces, Buffer.from(after)]);
  return { status: 200, body, modified, headers };
}

/** JSON has no charset parameter (RFC 8259). */
const contentType = (mediaType: string): string => (isJson(mediaType) ? mediaType : `${mediaType}; charset=UTF-8`);

/** Whether a body is one JSON document, unlike lines of JSON. */
const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

async function headOf(
  format: FeedFormat,
  { page, defaults, values }: Feed,
  context: RequestContext,
  { store }: EventRoutesOptions,
): Promise<FeedHead> {
  const path = pathOf(format);
  const fields = parametersOf(format);
  const { page: number = 1, pages = 1 } = page ?? {};
  // Further pages repeat the dates of the first one, even if they are requested on another day.
  const window = Object.fromEntries(Object.entries(defaults).filter(([name]) => !context.params.has(name)));
  const at = (page: number) =>
    feedUrl(context, path, fields, page === 1 ? { page: undefined } : { ...window, page: String(page) });
  const names = await namesOfFilters(store.reader, values, context);
  return {
    values,
    title: [names.join(', '), calendarName(context)].filter((text) => text !== '').join(' – '),
    calendar: feedUrl(context, pathOf(icalendar), parametersOf(icalendar), {
      page: undefined,
      per_page: undefined,
    }),
    self: feedUrl(context, path, fields),
    first: at(1),
    last: at(pages),
    next: number < pages ? at(number + 1) : undefined,
    previous: number > 1 ? at(number - 1) : undefined,
  };
}

/**
 * The public URL of a feed with the parameters of the request, some of them replaced. It contains no password,
 * because files are passed on.
 */
function feedUrl(
  { links, params }: RequestContext,
  path: string,
  fields: Fields,
  others: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, raw] of params) {
    const field = fields[name];
    if (field && name !== 'password' && !(name in others))
      query.set(name, paramText(raw, field.schema['type'] === 'array'));
  }
  for (const [name, value] of Object.entries(others)) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return links.page(path) + (text === '' ? '' : `?${text}`);
}

/** The Link header: adjacent pages, and the URL for calendar programs to subscribe to. */
function linksOf({ next, previous, calendar }: Pick<FeedHead, 'next' | 'previous' | 'calendar'>): string {
  return joinLinks(
    next && `<${next}>; rel="next"`,
    previous && `<${previous}>; rel="prev"`,
    `<${calendar.replace(/^https?:/, 'webcal:')}>; rel="alternate"; type="text/calendar"`,
  );
}

const unreadable = ['event-no-longer-available', 'event-not-accessible', 'event-password-protected'] as const;

const recordFields = { ...eventReadFields, ...calendarFields };

/** `/events/5.ics`, `/events/gala.ics` */
const recordRoute = (options: FeedOptions): Route =>
  publicRead({
    path: '/events/{record}.ics',
    isPublic: true,
    operationId: 'getEventAsICalendar',
    summary: 'One event as iCalendar',
    tag: 'Feed',
    params: recordFields,
    replies: [described('text/calendar', 'The file'), ...refused('rest-event-not-found', ...unreadable)],
    async handle(values, context) {
      const { reader } = options.store;
      // So that subscriptions outlast a change of the slug.
      const row = await readAlsoFormer(reader, 'event', context.path, (ref) =>
        readEvent(options, ref, values, context),
      );
      const relations = await loadRelations(reader, [row], context);
      const event = feedEvent(row, relations, context.now);
      const url = feedUrl(context, `/events/${row.id}.ics`, recordFields);
      const scope = { ...context, ...options, isPlain: values.plain === true };
      const writer = openCalendar({ title: row.title, self: url }, scope);
      const piece = Buffer.from(await writer.add({ events: [event], relations, ofAll: 1 }));
      return file(writer, [piece], event.modified, {
        'content-type': contentType('text/calendar'),
        'content-disposition': `inline; filename="event-${row.id}.ics"`,
        link: linksOf({ calendar: url }),
      });
    },
  });
