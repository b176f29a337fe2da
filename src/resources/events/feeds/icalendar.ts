import { parseFixedOffset } from '../../../core/dates/fixed-offset.ts';
import { describeCalendar } from '../../../core/feeds/words.ts';
import { createCalendar } from '../../../core/ical/calendar.ts';
import type { IcalEvent } from '../../../core/ical/event.ts';
import { uidOf } from '../../../core/ical/uid.ts';
import { languageTag } from '../../../core/languages.ts';
import { effectiveStatus } from '../../records/status.ts';
import type { RelatedRecord } from '../../related/types.ts';
import type { Relations } from '../types.ts';
import { addressOfPage, imageFileOf, placeText } from './event-parts.ts';
import { calendarName, type FeedEvent, type FeedFormat, type FeedScope, type FeedWriter } from './format.ts';
import { externalIdsOf } from './repository.ts';

export const icalendar: FeedFormat = {
  extension: 'ics',
  mediaType: 'text/calendar',
  operationId: 'listEventsAsICalendar',
  summary: 'All events as iCalendar',
  disposition: 'inline',
  isPaged: false,
  parameters: {},
  open: openCalendar,
};

/** Used for lists and for single events. */
export function openCalendar({ title, self }: { title: string; self: string }, scope: FeedScope): FeedWriter {
  const { links, zones, siteZone, language, store } = scope;
  const properties = {
    name: title,
    description: describeCalendar(calendarName(scope), language),
    timezone: parseFixedOffset(siteZone) === undefined ? siteZone : undefined,
    language: languageTag(language),
    url: links.page('/'),
    source: self,
  };
  const calendar = createCalendar(properties, zones);
  return {
    async add({ events, relations }) {
      const parents = new Set(events.map(({ row }) => row.post_parent).filter((id) => id > 0));
      const externalIds = await externalIdsOf(store.reader, [...parents]);
      return calendar.add(events.map((event) => presentIcal(event, relations, externalIds, scope)));
    },
    finish: () => calendar.finish(),
  };
}

function presentIcal(
  { row, venue, organizers, categories, tags, modified }: FeedEvent,
  { hiddenParents, images }: Relations,
  externalIds: ReadonlyMap<number, string | null>,
  { links, now, identity: { host } }: FeedScope,
): IcalEvent {
  const status = effectiveStatus(row, now);
  const parent = hiddenParents.has(row.post_parent) ? 0 : row.post_parent;
  return {
    uid: uidOf(row, host),
    parentUid: parent > 0 ? uidOf({ id: parent, external_id: externalIds.get(parent) ?? null }, host) : undefined,
    createdAt: row.published_at,
    modifiedAt: row.modified_at,
    shownModifiedAt: modified,
    status: icalStatus[status] ?? icalStatus[row.event_status] ?? 'CONFIRMED',
    comment: row.event_status_reason,
    eventStatus: row.event_status === 'scheduled' ? undefined : row.event_status,
    attendanceMode: row.attendance_mode === 'offline' && row.online_url === '' ? undefined : row.attendance_mode,
    onlineUrl: row.online_url,
    ownStatus: status === 'publish' ? undefined : status,
    isPrivate: status === 'private',
    startWall: row.start_wall,
    endWall: row.end_wall,
    startUtc: row.start_utc,
    endUtc: row.end_utc,
    timezone: row.timezone,
    allDay: row.all_day === 1,
    title: row.title,
    language: languageTag(row.title_language),
    description: row.description,
    url: addressOfPage(row, links, now),
    website: row.website,
    cost: row.cost,
    categories: categories.map(({ name }) => name),
    tags: tags.map(({ name }) => name),
    location: venue && {
      name: venue.name,
      text: placeText(venue),
      url: venue.website || addressOfPage(venue, links, now),
      latitude: venue.geo_lat,
      longitude: venue.geo_lng,
    },
    organizers: organizers.map((one) => toContact(one, { links, now })),
    image: imageFileOf(row, images, links),
  };
}

const icalStatus: Readonly<Record<string, IcalEvent['status']>> = {
  draft: 'TENTATIVE',
  pending: 'TENTATIVE',
  trash: 'CANCELLED',
  canceled: 'CANCELLED',
  postponed: 'TENTATIVE',
};

/** A CAL-ADDRESS may be any URI (RFC 5545, 3.3.3): a page if there is no e-mail address. */
const toContact = (one: RelatedRecord, { links, now }: Pick<FeedScope, 'links' | 'now'>) => ({
  name: one.name,
  address: one.email === '' ? one.website || addressOfPage(one, links, now) : `mailto:${one.email}`,
});
