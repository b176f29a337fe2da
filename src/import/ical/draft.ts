// Turns an event of a calendar file into a draft, with the ids of its related records. Missing ones are created.
import { hash } from 'node:crypto';
import { idOfOwnUid } from '../../core/ical/uid.ts';
import { slugify } from '../../core/text/slug.ts';
import { maxExternalIdLength } from '../../resources/records/external-ids.ts';
import { eventsById } from '../../resources/upsert/repository.ts';
import type { ImportContext } from '../import-context.ts';
import { recordKey } from '../keys.ts';
import type { EventDraft } from '../merge/events.ts';
import { createRecordReport, type RecordReport } from '../report.ts';
import { type FileEvent, whenOf } from './event.ts';
import { mergeWithStored } from './merge-with-stored.ts';
import type { Occurrence } from './occurrences.ts';
import type { Properties } from './properties.ts';
import { dayOf, type FileTime, recurrenceIdOf, type TimeContext } from './times.ts';

/** An event, or a changed occurrence of one. */
export interface ReadComponent {
  event: FileEvent;
  properties: Properties;
  /** The occurrence that it changes; undefined if it is the event itself. */
  occurrence: FileTime | undefined;
  /** RANGE=THISANDFUTURE (RFC 5545, 3.2.13) */
  changesLater: boolean;
  /** How its calendar is read. */
  times: TimeContext;
  report: RecordReport;
}

/** A series is hidden from lists in favour of its occurrences; only a single event may have a parent. */
export type Role = 'single' | 'series' | 'occurrence';

/** Throws Unusable. */
export async function draftOf(context: ImportContext, read: ReadComponent, role: Role): Promise<EventDraft> {
  const { event, report, occurrence } = read;
  const imageId = await context.images.find(event.image, report.note);
  if (event.location?.kind === 'url')
    report.note('has a URL as its location; imported without a venue', event.location.website);
  const draft = {
    // First, because its dates may be unusable; then nothing is created.
    ...recordOf(context, read, role, imageId),
    report,
    links: await linksOf(context, event),
    termIds: await termsOf(context, event),
    knownId: occurrence === undefined ? await findOwnId(context, event) : undefined,
    updateOnly: event.isCancelled,
  };
  return completed(context, draft, event);
}

/** An occurrence without changes. Throws Unusable. */
export function occurrenceDraft(
  context: ImportContext,
  series: EventDraft,
  { event, times, report }: ReadComponent,
  { recurrenceId, start, length = event.length }: Occurrence,
): EventDraft {
  const draft = {
    ...series,
    knownId: undefined,
    // Problems are reported once, for the series.
    report: createRecordReport(context.reporter, 'event', report.subject),
    key: occurrenceKey(event.uid, recurrenceId),
    columns: { ...series.columns, ...whenOf(start, length, times), hide_from_listings: 0 as const },
    slug: datedSlug(event.title, start),
  };
  return completed(context, draft, event);
}

const completed = (context: ImportContext, draft: EventDraft, file: FileEvent): EventDraft => ({
  ...draft,
  complete: (stored) => mergeWithStored(draft, file, stored, context),
});

function recordOf(
  { files }: ImportContext,
  { event, occurrence, times }: ReadComponent,
  role: Role,
  imageId: number | undefined,
): Omit<EventDraft, 'report' | 'links' | 'termIds'> {
  const { location } = event;
  const hasVenue = location?.kind === 'venue' ? 1 : 0;
  return {
    key: occurrence === undefined ? event.uid : occurrenceKey(event.uid, recurrenceIdOf(occurrence)),
    id: undefined,
    status: event.status,
    publishedAt: event.publishedAt,
    modifiedAt: event.modifiedAt,
    isStampedOnExport: true,
    language: event.language,
    texts: {
      title: event.title,
      description: event.description?.html ?? '',
      excerpt: '',
      website: event.url ?? (location?.kind === 'url' ? location.website : ''),
      ...event.statusReason,
    },
    slug: occurrence === undefined ? '' : datedSlug(event.title, event.start),
    columns: {
      ...whenOf(event.start, event.length, times),
      show_map: hasVenue,
      show_map_link: hasVenue,
      hide_from_listings: role === 'series' ? 1 : 0,
      ...event.columns,
      ...(imageId === undefined ? {} : { image_id: imageId }),
    },
    author: '',
    parentKey: role === 'single' ? parentKeyOf(event, files) : undefined,
  };
}

/** An event of this calendar itself keeps its parent here, whose key its UID does not tell. */
function parentKeyOf({ parentUid }: FileEvent, { ownHost }: ImportContext['files']): string | undefined {
  const isOwn = parentUid !== undefined && ownHost !== undefined && idOfOwnUid(parentUid, ownHost) !== undefined;
  return parentUid === undefined || isOwn ? undefined : fittingKey(parentUid);
}

/** The day distinguishes occurrences with the same title. */
const datedSlug = (title: string, start: FileTime): string => `${slugify(title)}-${dayOf(start)}`;

async function linksOf(
  { named }: ImportContext,
  { location, organizers = [] }: FileEvent,
): Promise<EventDraft['links']> {
  const venue = location?.kind === 'venue' ? [await named.resolve(location.venue)] : [];
  const organizer = new Set(await Array.fromAsync(organizers, (one) => named.resolve(one)));
  return { venue, organizer: [...organizer] };
}

async function termsOf({ terms, files }: ImportContext, event: FileEvent): Promise<EventDraft['termIds']> {
  const { categoriesAs } = files;
  const ids = { category: new Set<number>(), tag: new Set<number>() };
  for (const name of event.categories ?? []) {
    const stored = terms.find(name, categoriesAs === 'tag' ? ['tag', 'category'] : ['category', 'tag']);
    const taxonomy = stored?.taxonomy ?? categoriesAs;
    ids[taxonomy].add(await terms.named(taxonomy, [name]));
  }
  for (const name of event.tags) ids.tag.add(await terms.named('tag', [name]));
  return { category: [...ids.category], tag: [...ids.tag] };
}

/** The id of the stored event, if the file was exported from this calendar. */
async function findOwnId({ files, db }: ImportContext, { uid, title, start }: FileEvent): Promise<number | undefined> {
  const { ownHost } = files;
  if (ownHost !== undefined) return idOfOwnUid(uid, ownHost);
  const id = /^(\d{1,15})@/.exec(uid)?.[1];
  if (id === undefined) return undefined;
  // If the calendar's own host is unknown, title and start must match as well.
  const [stored] = await eventsById(db, [Number(id)]);
  const isSame =
    stored !== undefined &&
    [stored.event, ...stored.translations].some((texts) => texts.title === title) &&
    (start.kind === 'day' ? stored.event.start_wall.startsWith(start.day) : stored.event.start_utc === start.epoch);
  return isSame ? Number(id) : undefined;
}

/** Well-formed, as it may be cut within a character, and the database would store another text. */
const fittingKey = (key: string): string =>
  key.length <= maxExternalIdLength
    ? key
    : `${key.slice(0, maxExternalIdLength - 33).toWellFormed()}#${hash('sha256', key).slice(0, 32)}`;

/** The external id of an event. Without a UID it is derived from title and start. */
export function keyOfUid(uid: string, properties: Properties): string {
  const plain = uid.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, '');
  if (plain.trim() !== '') return fittingKey(plain);
  return recordKey({}, 'no-uid', ['event', properties.text('SUMMARY'), properties.text('DTSTART')]);
}

const occurrenceKey = (uid: string, recurrenceId: string): string => fittingKey(`${uid}/${recurrenceId}`);
