// The formats: each turns batches of events into the bytes of one file.
import { stringify } from 'csv-stringify/sync';
import { csvColumns } from '../../../core/csv-columns.ts';
import { safeCell } from '../../../core/csv-text.ts';
import { parseFixedOffset } from '../../../core/dates/fixed-offset.ts';
import { toAtom } from '../../../core/feeds/atom.ts';
import type { FeedDocument, FeedItem } from '../../../core/feeds/feed.ts';
import { toJsonFeed } from '../../../core/feeds/json-feed.ts';
import { toRss } from '../../../core/feeds/rss.ts';
import { describeCalendar } from '../../../core/feeds/words.ts';
import { createCalendar } from '../../../core/ical/calendar.ts';
import { languageTag } from '../../../core/languages.ts';
import type { RequestContext } from '../../../http/route.ts';
import { eventJsonLd } from '../fields/json-ld.ts';
import type { EventRoutesOptions } from '../routes.ts';
import { csvFields, pagedFields, wholeFields } from './fields.ts';
import { presentCsv } from './present-csv.ts';
import { presentIcal } from './present-ical.ts';
import { presentItem } from './present-item.ts';
import { categoryNames, externalIdsOf } from './repository.ts';
import { calendarName, publicHost } from './routes-address.ts';
import type { Batch, Feed } from './routes-read.ts';
import { addressOfPage } from './shown.ts';

/** All that a file tells besides its events. */
export interface FileInfo extends Pick<FeedDocument, 'title' | 'self' | 'first' | 'last' | 'next' | 'previous'> {
  values: Feed['values'];
  /** The same events as a calendar. */
  calendar: string;
}

export interface FileWriter {
  /** Answers how many bytes the file has grown by. */
  add(batch: Batch): Promise<number> | number;
  /** In pieces; `modified` is the newest change that the file shows. */
  finish(modified: number): (Buffer | string)[];
}

export interface FileFormat {
  extension: string;
  operationId: string;
  summary: string;
  mediaType: string;
  disposition: 'inline' | 'attachment';
  fields: typeof pagedFields | typeof wholeFields | typeof csvFields;
  isPaged: boolean;
  open(info: FileInfo, context: RequestContext, options: EventRoutesOptions): FileWriter | Promise<FileWriter>;
}

/** Also of single events. */
export function icalWriter(
  info: Pick<FileInfo, 'title' | 'self'>,
  context: RequestContext,
  { store }: EventRoutesOptions,
): FileWriter {
  const { links, zones, siteZone, now, language } = context;
  const host = publicHost(context);
  const properties = {
    name: info.title,
    description: describeCalendar(calendarName(context), language),
    timezone: parseFixedOffset(siteZone) === undefined ? siteZone : undefined,
    language: languageTag(language),
    url: links.page('/'),
    source: info.self,
  };
  const calendar = createCalendar(properties, zones);
  return {
    async add({ rows, relations }) {
      const parents = await externalIdsOf(store.reader, [
        ...new Set(rows.map((row) => row.post_parent).filter((id) => id > 0)),
      ]);
      return calendar.add(rows.map((row) => presentIcal(row, relations, { links, host, now, parents })));
    },
    finish: () => calendar.finish(),
  };
}

function jsonLdWriter(_info: FileInfo, context: RequestContext, { currency }: EventRoutesOptions): FileWriter {
  const pieces: Buffer[] = [];
  return {
    add({ rows, relations, masked }) {
      const presentation = { ...context, currency, images: relations.images };
      const lines = rows.map((row) => {
        const url = addressOfPage(row, context.links, context.now);
        const {
          '@context': _,
          description,
          ...event
        } = eventJsonLd(row, relations.linked.get(row.id) ?? [], url, presentation);
        return JSON.stringify({ '@id': url, ...event, ...(masked.has(row.id) ? {} : { description }) });
      });
      const piece = Buffer.from((pieces.length === 0 ? '' : ',') + lines.join(','));
      pieces.push(piece);
      return piece.length;
    },
    finish: () => ['{"@context":"https://schema.org","@graph":[', ...pieces, ']}\n'],
  };
}

async function csvWriter(info: FileInfo, context: RequestContext, { store }: EventRoutesOptions): Promise<FileWriter> {
  const { links, now } = context;
  const categories = await categoryNames(store.reader, context);
  const toCsv = (rows: readonly (readonly string[])[]) => stringify(rows as string[][], { record_delimiter: '\r\n' });
  const pieces = [Buffer.from((info.values.bom ? '\ufeff' : '') + toCsv([csvColumns]))];
  return {
    add({ rows, relations, masked }) {
      const records = rows.map((row) => presentCsv(row, relations, { links, now, categories, masked }));
      const piece = Buffer.from(toCsv(records.map((record) => csvColumns.map((column) => safeCell(record[column])))));
      pieces.push(piece);
      return piece.length;
    },
    finish: () => pieces,
  };
}

/** RSS, Atom and JSON Feed: a page of items. */
const itemWriter =
  (toText: (document: FeedDocument) => string): FileFormat['open'] =>
  (info, context) => {
    const items: FeedItem[] = [];
    return {
      add({ rows, relations }) {
        items.push(...rows.map((row) => presentItem(row, relations, context)));
        return 0;
      },
      finish(modifiedAt) {
        const description = describeCalendar(calendarName(context), context.language);
        const home = context.links.page('/');
        return [toText({ ...info, description, language: languageTag(context.language), home, modifiedAt, items })];
      },
    };
  };

const whole = { disposition: 'inline', fields: wholeFields, isPaged: false } as const;
const paged = { disposition: 'inline', fields: pagedFields, isPaged: true } as const;

export const fileFormats: readonly FileFormat[] = [
  {
    ...whole,
    extension: 'ics',
    operationId: 'listEventsAsICalendar',
    summary: 'All events as iCalendar',
    mediaType: 'text/calendar',
    open: icalWriter,
  },
  {
    ...whole,
    extension: 'jsonld',
    operationId: 'listEventsAsJsonLd',
    summary: 'All events as schema.org data',
    mediaType: 'application/ld+json',
    open: jsonLdWriter,
  },
  {
    ...whole,
    disposition: 'attachment',
    fields: csvFields,
    extension: 'csv',
    operationId: 'listEventsAsCsv',
    summary: 'All events as a table',
    mediaType: 'text/csv',
    open: csvWriter,
  },
  {
    ...paged,
    extension: 'rss',
    operationId: 'listEventsAsRss',
    summary: 'Events as RSS 2.0, in pages',
    mediaType: 'application/rss+xml',
    open: itemWriter(toRss),
  },
  {
    ...paged,
    extension: 'atom',
    operationId: 'listEventsAsAtom',
    summary: 'Events as Atom, in pages',
    mediaType: 'application/atom+xml',
    open: itemWriter(toAtom),
  },
  {
    ...paged,
    extension: 'feed.json',
    operationId: 'listEventsAsJsonFeed',
    summary: 'Events as JSON Feed, in pages',
    mediaType: 'application/feed+json',
    open: itemWriter((document) => JSON.stringify(toJsonFeed(document))),
  },
];
