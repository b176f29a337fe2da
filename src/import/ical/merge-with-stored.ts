// A stored event keeps fields that the calendar file does not contain, or contains only as displayed to the public.
import { dayOf } from '../../core/dates/civil.ts';
import type { EventTimes } from '../../core/dates/event-span.ts';
import { escapeText, unescapeText } from '../../core/ical/content-line.ts';
import type { RelatedKind } from '../../core/kinds.ts';
import { foldText } from '../../core/text/fold.ts';
import { htmlToText, toSafeHtml } from '../../core/text/html/html.ts';
import { escapeUri } from '../../core/uri.ts';
import type { StoredEvent } from '../../resources/upsert/types.ts';
import type { EventsTable } from '../../store/schema.ts';
import type { ImportContext } from '../import-context.ts';
import type { EventDraft } from '../merge/events.ts';
import type { FileEvent } from './event.ts';

type Names = Pick<ImportContext, 'named' | 'terms'>;

export function mergeWithStored(draft: EventDraft, file: FileEvent, stored: StoredEvent, names: Names): EventDraft {
  const { event: current } = stored;
  const { status } = current;
  const isClosed = ['draft', 'pending'].includes(status) || (status === 'private' && !file.isClassGiven);
  return {
    ...draft,
    status: isClosed && draft.status !== 'trash' ? status : draft.status,
    publishedAt: current.published_at,
    // An event without an external id keeps its parent.
    parentKey: current.external_id === null ? undefined : draft.parentKey,
    texts: textsOf(draft, file, stored),
    slug: current.slug,
    columns: columnsOf(draft, file, stored),
    links: {
      venue: isPlaceStated(file, current) ? linksOf('venue', draft, stored, names) : stored.links.venue,
      organizer: file.organizers === undefined ? stored.links.organizer : linksOf('organizer', draft, stored, names),
    },
    termIds: termsOf(draft, file, stored, names),
  };
}

function textsOf({ texts, columns }: EventDraft, file: FileEvent, stored: StoredEvent): EventDraft['texts'] {
  const { event: current, translations } = stored;
  const isTranslatedTitle = translations.some(({ title }) => title === texts.title);
  const isOldUrl = isPlaceInstead(file, stored) && current.website === current.online_url;
  return {
    title: isTranslatedTitle || !file.isTitled ? current.title : texts.title,
    description: isSameDescription(texts.description, file, stored) ? current.description : texts.description,
    excerpt: current.excerpt,
    ...(isTranslatedReason(file, stored) ? {} : file.statusReason),
    ...(isResumed(columns, current) ? { event_status_reason: '' } : {}),
    website: isSameWebsite(texts.website, file, stored) && !isOldUrl ? current.website : texts.website,
  };
}

function columnsOf({ columns }: EventDraft, file: FileEvent, stored: StoredEvent): EventDraft['columns'] {
  const { event: current } = stored;
  const { show_map, show_map_link, hide_from_listings } = current;
  const isOnTime = columns.event_status === 'scheduled' && !isResumed(columns, current);
  return {
    ...columns,
    show_map,
    show_map_link,
    // CONFIRMED does not contradict `rescheduled` or `moved_online`.
    ...(isOnTime ? { event_status: current.event_status } : {}),
    ...(isPlaceInstead(file, stored) ? { attendance_mode: 'offline', online_url: '' } : {}),
    // A series stays hidden from lists.
    hide_from_listings: columns.hide_from_listings === 1 ? 1 : hide_from_listings,
    ...(isSameTime(columns, current, file) ? timesOf(current) : {}),
  };
}

/** A canceled or postponed event takes place again. */
const isResumed = ({ event_status }: EventDraft['columns'], current: StoredEvent['event']): boolean =>
  event_status === 'scheduled' && ['canceled', 'postponed'].includes(current.event_status);

/** The calendar's own file does not show all venues to all readers. */
const isPlaceStated = ({ location }: FileEvent, { external_id }: StoredEvent['event']): boolean =>
  location !== undefined && (location.kind !== 'none' || external_id !== null);

/** The text as displayed in each language. */
const displayedTexts = ({ event, translations }: StoredEvent, name: 'description' | 'website'): string[] =>
  [event, ...translations.filter((texts) => texts[name] !== '')].map((texts) => texts[name]);

function isSameDescription(html: string, { description }: FileEvent, stored: StoredEvent): boolean {
  if (description === undefined) return true;
  const words = wordsOf(html);
  return displayedTexts(stored, 'description').some((text) =>
    description.isPlain ? words === wordsOf(text) : html === asTransferred(text),
  );
}

const isTranslatedReason = ({ statusReason }: FileEvent, { translations }: StoredEvent): boolean =>
  translations.some((texts) => texts.event_status_reason === statusReason.event_status_reason);

function isSameWebsite(website: string, { url, location }: FileEvent, stored: StoredEvent): boolean {
  if (url === undefined && location?.kind !== 'url') return true;
  // Calendars write the event's own page if there is no website.
  const page = website.replace(/\/$/, '');
  const slugs = [stored.event, ...stored.translations].map(({ slug }) => slug).filter((slug) => slug !== '');
  if (slugs.some((slug) => page.endsWith(`/${slug}`)) || page.endsWith(`/?p=${stored.event.id}`)) return true;
  // URLs in calendar files are ASCII: `ü` comes back as `%C3%BC`.
  return displayedTexts(stored, 'website').some((text) => escapeUri(text) === escapeUri(website));
}

/** The event was online, and now has its first place. */
const isPlaceInstead = ({ location, columns }: FileEvent, { event, links }: StoredEvent): boolean =>
  location?.kind === 'venue' &&
  columns.attendance_mode === undefined &&
  event.attendance_mode === 'online' &&
  links.venue.length === 0;

/** A calendar file contains only one of several. */
function linksOf(kind: RelatedKind, draft: EventDraft, stored: StoredEvent, { named }: Names): readonly number[] {
  const isLinked = (id: number) => stored.links[kind].some((other) => named.isNamesake(id, other));
  return draft.links[kind].length > 0 && draft.links[kind].every(isLinked) ? stored.links[kind] : draft.links[kind];
}

/** Tags are only added, because CATEGORIES may not list them. */
function termsOf(
  { termIds }: EventDraft,
  { categories }: FileEvent,
  { termIds: current }: StoredEvent,
  { terms }: Names,
): EventDraft['termIds'] {
  if (categories === undefined) return current;
  return {
    category: termIds.category.length > 0 ? terms.meant(termIds.category, current.category) : current.category,
    tag: [...new Set([...current.tag, ...terms.meant(termIds.tag, current.tag)])],
  };
}

/** Without tabs and control characters, which calendar files do not preserve. */
const asTransferred = (html: string): string => {
  const carried = unescapeText(escapeText(html));
  return carried === html ? html : toSafeHtml(carried);
};

const wordsOf = (html: string): string => foldText(htmlToText(html)).replace(/\s+/g, ' ').trim();

function timesOf(event: EventTimes): EventTimes {
  const { start_wall, end_wall, timezone, start_utc, end_utc, all_day } = event;
  return { start_wall, end_wall, timezone, start_utc, end_utc, all_day };
}

/** All-day events and times in UTC contain no zone: that of the stored event may be more specific. */
function isSameTime(read: EventTimes, current: EventsTable, { start }: FileEvent): boolean {
  const isSameInstant = read.start_utc === current.start_utc && read.end_utc === current.end_utc;
  // A password hides from other readers that the event is all-day.
  if (current.password_hash !== null && current.all_day === 1 && read.all_day === 0 && isSameInstant) return true;
  const isZoneGiven = start.kind === 'time' && start.isZoneGiven;
  if (isZoneGiven || read.all_day !== current.all_day) return false;
  // On a day whose midnight is skipped, an event of that zone begins later.
  return read.all_day === 1
    ? dayOf(read.start_wall) === dayOf(current.start_wall) && dayOf(read.end_wall) === dayOf(current.end_wall)
    : isSameInstant;
}
