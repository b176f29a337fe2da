import type { IcalEvent } from '../../../core/ical/event.ts';
import { uidOf } from '../../../core/ical/uid.ts';
import { languageTag } from '../../../core/languages.ts';
import type { Links } from '../../../http/links.ts';
import { shownStatus } from '../../records/status.ts';
import type { RelatedRecord } from '../../related/types.ts';
import { newestShown } from '../routes-shown.ts';
import type { EventRecord, Relations } from '../types.ts';
import { addressOfPage, imageFileOf, placeText } from './shown.ts';

interface IcalPresentation {
  links: Links;
  host: string;
  now: number;
  /** External ids of parents, by id. */
  parents: ReadonlyMap<number, string | null>;
}

export function presentIcal(row: EventRecord, relations: Relations, presentation: IcalPresentation): IcalEvent {
  const { links, host, now, parents } = presentation;
  const linked = relations.linked.get(row.id) ?? [];
  const terms = relations.terms.get(row.id) ?? [];
  const named = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy).map(({ name }) => name);
  const status = shownStatus(row, now);
  const venue = linked.find(({ kind }) => kind === 'venue');
  const parent = relations.hiddenParents.has(row.post_parent) ? 0 : row.post_parent;
  const own = { terms: new Map([[row.id, terms]]), linked: new Map([[row.id, linked]]) };
  return {
    uid: uidOf(row, host),
    parentUid: parent > 0 ? uidOf({ id: parent, external_id: parents.get(parent) ?? null }, host) : undefined,
    createdAt: row.published_at,
    modifiedAt: row.modified_at,
    shownModifiedAt: newestShown([row], { ...relations, ...own }, now),
    status: icalStatus[status] ?? 'CONFIRMED',
    ownStatus: status === 'publish' ? undefined : status,
    isPrivate: status === 'private',
    startWall: row.start_wall,
    endWall: row.end_wall,
    startUtc: row.start_utc,
    endUtc: row.end_utc,
    timezone: row.timezone,
    allDay: row.all_day === 1,
    title: row.title,
    language: languageTag(row.shown_language),
    description: row.description,
    url: addressOfPage(row, links, now),
    website: row.website,
    cost: row.cost,
    categories: named('category'),
    tags: named('tag'),
    location: venue && {
      name: venue.name,
      text: placeText(venue),
      url: venue.website || addressOfPage(venue, links, now),
      latitude: venue.geo_lat,
      longitude: venue.geo_lng,
    },
    organizers: linked.filter(({ kind }) => kind === 'organizer').map((one) => toContact(one, links, now)),
    image: imageFileOf(row, relations.images, links),
  };
}

const icalStatus: Readonly<Record<string, IcalEvent['status']>> = {
  draft: 'TENTATIVE',
  pending: 'TENTATIVE',
  trash: 'CANCELLED',
};

/** A calendar address may be any address: that of a page where there is none for mail. */
const toContact = (one: RelatedRecord, links: Links, now: number) => ({
  name: one.name,
  address: one.email === '' ? one.website || addressOfPage(one, links, now) : `mailto:${one.email}`,
});
