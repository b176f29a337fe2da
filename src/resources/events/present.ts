import { dateDetails, formatUtc } from '../../core/dates/civil.ts';
import { presentCost } from '../../core/text/cost.ts';
import type { Taxonomy } from '../../store/schema.ts';
import { imageOf } from '../media/present.ts';
import { presentExternalId } from '../records/external-ids.ts';
import { presentLanguages } from '../records/shown-texts.ts';
import { pagePath, shownStatus } from '../records/status.ts';
import { type PresentContext, presentRelated } from '../related/present.ts';
import type { RelatedRecord } from '../related/types.ts';
import { presentTerm } from '../terms/present.ts';
import { eventJsonLd } from './json-ld.ts';
import { maskedValues } from './masking.ts';
import { parseTickets } from './tickets.ts';
import type { EventRecord, Relations } from './types.ts';

export interface EventPresentation extends Omit<PresentContext, 'images'> {
  currency: { defaultSymbol: string; defaultPosition: 'prefix' | 'postfix' };
}

interface Shape {
  /** Single reads carry structured data. */
  withJsonLd: boolean;
  masked: boolean;
}

/** What an event is linked to, as it stands in the event object. */
export interface Related {
  categories: unknown;
  tags: unknown;
  venue: unknown;
  organizer: unknown;
}

export function presentEvent(
  row: EventRecord,
  relations: Relations,
  presentation: EventPresentation,
  { withJsonLd, masked }: Shape,
): Record<string, unknown> {
  const context = { ...presentation, images: relations.images };
  const linked = relations.linked.get(row.id) ?? [];
  const terms = relations.terms.get(row.id) ?? [];
  const shownTerms = (taxonomy: Taxonomy) =>
    terms
      .filter((term) => term.taxonomy === taxonomy)
      .map((term) => presentTerm(term, context.links, relations.categoryPaths));
  const event = presentOwn(row, relations, presentation, {
    categories: shownTerms('category'),
    tags: shownTerms('tag'),
    venue: presentVenues(linked, context, withJsonLd),
    organizer: linked.filter(({ kind }) => kind === 'organizer').map((one) => presentRelated(one, context, withJsonLd)),
  });
  if (masked) Object.assign(event, maskedValues);
  if (withJsonLd) event['json_ld'] = eventJsonLd(row, linked, event['url'] as string, context);
  return event;
}

/** The event object of the contract, keys in its order, with what it is linked to as it is given. */
export function presentOwn(
  row: EventRecord,
  { images, hiddenParents }: Pick<Relations, 'images' | 'hiddenParents'>,
  { links, zones, siteZone, now, currency }: EventPresentation,
  related: Related,
): Record<string, unknown> {
  const status = shownStatus(row, now);
  const url = links.page(pagePath('event', row, status));
  const globalId = links.globalId(row.id);
  const utcStart = formatUtc(row.start_utc);
  const utcEnd = formatUtc(row.end_utc);
  const tickets = parseTickets(row.tickets);
  return {
    id: row.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: row.author_id,
    status,
    date: zones.toWall(row.published_at, siteZone),
    date_utc: formatUtc(row.published_at),
    modified: zones.toWall(row.modified_at, siteZone),
    modified_utc: formatUtc(row.modified_at),
    url,
    rest_url: links.record(`/events/${row.id}`),
    title: row.title,
    description: row.description,
    excerpt: row.excerpt,
    slug: row.slug,
    image: imageOf(row, { images, links }) ?? false,
    all_day: row.all_day === 1,
    start_date: row.start_wall,
    start_date_details: dateDetails(row.start_wall),
    end_date: row.end_wall,
    end_date_details: dateDetails(row.end_wall),
    utc_start_date: utcStart,
    utc_start_date_details: dateDetails(utcStart),
    utc_end_date: utcEnd,
    utc_end_date_details: dateDetails(utcEnd),
    timezone: row.timezone,
    timezone_abbr: zones.abbreviation(row.start_utc, row.timezone),
    ...presentCost(row.cost, currency),
    website: row.website,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    categories: related.categories,
    tags: related.tags,
    venue: related.venue,
    organizer: related.organizer,
    custom_fields: [],
    tickets,
    ticketed: tickets.length > 0,
    post_parent: hiddenParents.has(row.post_parent) ? 0 : row.post_parent,
    ...presentExternalId(row),
    ...presentLanguages(row),
  };
}

/** The same as `withJsonLd: false` presents it, made of what is presented already. */
export function withoutJsonLd({ json_ld: _, ...event }: Record<string, unknown>): Record<string, unknown> {
  const plain = ({ json_ld: _own, ...record }: Record<string, unknown>) => record;
  const shown = (value: unknown) => (Array.isArray(value) ? value.map(plain) : plain(value as Record<string, unknown>));
  return { ...event, venue: shown(event['venue']), organizer: shown(event['organizer']) };
}

/** One venue is an object, several are a list, none is an empty list (D24). */
function presentVenues(linked: readonly RelatedRecord[], context: PresentContext, withJsonLd: boolean): unknown {
  const venues = linked.filter(({ kind }) => kind === 'venue').map((one) => presentRelated(one, context, withJsonLd));
  return venues.length === 1 ? venues[0] : venues;
}
