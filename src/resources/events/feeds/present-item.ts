import { isoWithOffset } from '../../../core/dates/civil.ts';
import type { Zones } from '../../../core/dates/zones.ts';
import type { FeedItem } from '../../../core/feeds/feed.ts';
import { languageTag } from '../../../core/languages.ts';
import type { Links } from '../../../http/links.ts';
import { newestShown } from '../routes-shown.ts';
import type { EventRecord, Relations } from '../types.ts';
import { addressOfPage, imageFileOf, placeText } from './shown.ts';

interface ItemPresentation {
  links: Links;
  zones: Zones;
  now: number;
}

export function presentItem(row: EventRecord, relations: Relations, presentation: ItemPresentation): FeedItem {
  const { links, zones, now } = presentation;
  const linked = relations.linked.get(row.id) ?? [];
  const terms = relations.terms.get(row.id) ?? [];
  const named = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy).map(({ name }) => name);
  const at = (wall: string, epoch: number) => isoWithOffset(wall, zones.offsetSeconds(epoch, row.timezone));
  const venue = linked.find(({ kind }) => kind === 'venue');
  const own = { terms: new Map([[row.id, terms]]), linked: new Map([[row.id, linked]]) };
  return {
    id: links.file(`/?p=${row.id}`),
    url: addressOfPage(row, links, now),
    title: row.title,
    language: languageTag(row.shown_language),
    content: row.description,
    summary: row.excerpt,
    categories: [...named('category'), ...named('tag')],
    publishedAt: row.published_at,
    modifiedAt: newestShown([row], { ...relations, ...own }, now),
    image: imageFileOf(row, relations.images, links),
    website: row.website,
    event: {
      start: at(row.start_wall, row.start_utc),
      end: at(row.end_wall, row.end_utc),
      timezone: row.timezone,
      allDay: row.all_day === 1,
      cost: row.cost,
      location: venue ? placeText(venue) : '',
      latitude: venue?.geo_lat ?? null,
      longitude: venue?.geo_lng ?? null,
      organizers: linked.filter(({ kind }) => kind === 'organizer').map(({ name }) => name),
    },
  };
}
