import { Problems } from '../../core/api-error.ts';
import { parseWall } from '../../core/dates/civil.ts';
import { type AttendanceMode, attendanceModes, eventStatuses } from '../../core/event-status.ts';
import { withoutUndefined } from '../../core/objects.ts';
import { isBlank } from '../../core/text/plain-text.ts';
import { Fault, type Field } from '../../http/params/field.ts';
import type { Raw } from '../../http/params/raw.ts';
import { emptyEventColumns, eventTable } from '../../resources/events/fields/table.ts';
import { changesIn, cleanerOf, plainFieldsOf } from '../../resources/records/field-table.ts';
import { maxCostLength, maxLineLength, parseWebsite } from '../../resources/records/fields.ts';
import type { Publication } from '../../resources/upsert/types.ts';
import { recordKey } from '../keys.ts';
import { type Note, Unusable } from '../report.ts';
import { flagOf, idOf, isRecord, membersOf, type RawRecord, shorten, textOf } from '../values.ts';
import { readPublication, readWhen } from './dates.ts';
import { isMasked, noteLeftOut } from './left-out.ts';
import type { PageContext } from './page-context.ts';
import { readPrice, readTickets } from './prices.ts';
import { readImage } from './record.ts';
import { nameOf, readLanguage, readTexts, slugOfRecord } from './texts.ts';

/** Reads an event of any server with this API. Throws Unusable. */
export function readEvent(listed: RawRecord, context: PageContext, note: Note) {
  // The password also protects what wp/v2 shows.
  const details = isMasked(listed) ? undefined : context.detailsOf?.('event', idOf(listed['id']) ?? 0);
  const raw = { ...listed, ...details };
  const title = shorten(nameOf(raw, 'event'), maxLineLength, 'title', note);
  if (isBlank(title)) throw new Unusable('has no title');
  const when = readWhen(raw, context, note);
  noteLeftOut(raw, context, note);
  const id = idOf(raw['id']);
  const key = recordKey(raw, context.site, ['event', title, when.start_wall, when.timezone]);
  return {
    key,
    id,
    externalId: textOf(raw['external_id']) || undefined,
    ...hiddenIfProtected(id, readPublication(raw, context, note), context, note),
    author: textOf(raw['author']),
    language: readLanguage(raw),
    texts: readTexts(raw, title, note),
    slug: slugOfRecord(raw),
    columns: withoutUndefined({
      ...plainColumns(raw, context, note),
      ...when,
      cost: shorten(readPrice(raw, note), maxCostLength, 'cost', note),
      ...readEventStatus(raw),
      ...readImage(raw, context),
      tickets: readTickets(raw, when.timezone, context, note),
    }),
    parentKey: parentKeyOf(raw, key),
    isMasked: isMasked(raw),
  };
}

const changesOf = changesIn(eventTable);
const cleanTexts = cleanerOf(eventTable);
/** Columns with readers of their own, and the parent, whose id here follows from `parentKey`. */
const readHere = ['cost', 'event_status', 'attendance_mode', 'online_url', 'post_parent'];
const plainFields = plainFieldsOf(eventTable).filter(
  ({ name }) => name in emptyEventColumns && !readHere.includes(name),
);

/** As requests are read, but switches as any server writes them. What a request could not say is left out. */
function plainColumns(raw: RawRecord, context: PageContext, note: Note) {
  const values: Record<string, unknown> = {};
  const problems = new Problems();
  for (const { name, parameter } of plainFields) {
    const sent = raw[name] as Raw | undefined;
    const value = readSent(sent, parameter, context);
    if (value instanceof Fault) problems.set(name, value.problem);
    else values[name] = value;
  }
  cleanTexts(values, problems);
  for (const name of problems.all().keys()) {
    delete values[name];
    note(`has an invalid ${name}, which is left out`, textOf(raw[name]));
  }
  return changesOf(values).columns;
}

/** `null` empties the column; replies also write ''. */
function readSent(sent: Raw | undefined, { schema, empty, read }: Field<unknown>, context: PageContext) {
  if (sent === undefined || sent === null) return sent;
  if (schema['type'] === 'boolean') return flagOf(sent);
  return sent === '' && empty === 'clear' ? null : read(sent, context);
}

const futureUnknown =
  'is not published yet: a password that it may have at its source is not known, and will not protect it here';

/** Replies do not contain passwords, so an event that is protected there becomes private here. */
function hiddenIfProtected(
  id: number | undefined,
  publication: Publication,
  { privacyReason, now }: PageContext,
  note: Note,
): Publication {
  if (id === undefined || publication.status !== 'publish' || privacyReason === undefined) return publication;
  const why = privacyReason(id);
  if (why === undefined) {
    if ((publication.publishedAt ?? 0) > now) note(futureUnknown);
    return publication;
  }
  note(why);
  return { ...publication, status: 'private' };
}

/** '' of none; undefined where the source does not say. */
function parentKeyOf(raw: RawRecord, key: string): string | undefined {
  if (raw['post_parent'] === undefined) return undefined;
  const parent = idOf(raw['post_parent']);
  return parent === undefined ? '' : key.replace(/\?[^?]*$/, `?id=${parent}`);
}

/** Undefined where the site states nothing: in members of their own, or as schema.org data of single reads. */
function readEventStatus(raw: RawRecord) {
  const jsonLd = membersOf(raw['json_ld']);
  const status = wordIn(eventStatuses, raw['event_status'], jsonLd['eventStatus']);
  const stated = wordIn(attendanceModes, raw['attendance_mode'], jsonLd['eventAttendanceMode']) ?? modeOf(raw);
  const mode = status === 'moved_online' && stated !== 'mixed' ? 'online' : stated;
  const url = textOf(raw['online_url'] ?? raw['virtual_url']).trim();
  const isUrlStated = raw['online_url'] !== undefined || raw['virtual_url'] !== undefined;
  const previous = textOf(raw['previous_start_date']);
  return {
    event_status: status,
    previous_start_date: parseWall(previous) === undefined ? undefined : previous,
    attendance_mode: mode,
    online_url: isUrlStated ? (parseWebsite(url) ?? '') : undefined,
  };
}

/** `moved-online`, `cancelled` and `https://schema.org/EventMovedOnline` are words for the same. */
function wordIn<Word extends string>(words: readonly Word[], ...stated: readonly unknown[]): Word | undefined {
  const plain = stated.map((value) => textOf(value).replace(/^.*\/Event|^.*\/|EventAttendanceMode$|[\s_-]/g, ''));
  const found = plain.map((text) => text.toLowerCase().replace('cancelled', 'canceled'));
  return words.find((word) => found.includes(word.replace('_', '')));
}

/** For sites that only state whether an event is virtual. */
function modeOf({ is_virtual: isVirtual, venue }: RawRecord): AttendanceMode | undefined {
  if (typeof isVirtual !== 'boolean') return undefined;
  if (!isVirtual) return 'offline';
  return isRecord(venue) || (Array.isArray(venue) && venue.length > 0) ? 'mixed' : 'online';
}
