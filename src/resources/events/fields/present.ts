// Replies about events.
import { formatUtc } from '../../../core/dates/civil.ts';
import type { Taxonomy } from '../../../core/kinds.ts';
import { presentCost } from '../../../core/text/cost/cost.ts';
import { inNamespace } from '../../../http/legacy.ts';
import { maskedValuesOf, presenterOf } from '../../records/field-table.ts';
import { pagePath, shownStatus } from '../../records/status.ts';
import { type PresentContext, presentRelated } from '../../related/present.ts';
import type { RelatedRecord } from '../../related/types.ts';
import { presentTerm } from '../../terms/present.ts';
import type { EventPresentation, EventRecord, Relations } from '../types.ts';
import { eventJsonLd } from './json-ld.ts';
import { type EventView, eventTable, type Related } from './table.ts';
import { parseTickets } from './tickets.ts';

interface Shape {
  /** Single reads carry structured data. */
  withJsonLd: boolean;
  masked: boolean;
}

/** What a masked event shows, by member. */
export const maskedValues: Readonly<Record<string, unknown>> = maskedValuesOf(eventTable);

const presentFields = presenterOf<EventView>(eventTable);

export function presentEvent(
  row: EventRecord,
  relations: Relations,
  presentation: EventPresentation,
  { withJsonLd, masked }: Shape,
): Record<string, unknown> {
  const context = { ...presentation, images: relations.images };
  const linked = relations.linked.get(row.id) ?? [];
  const terms = relations.terms.get(row.id) ?? [];
  const presentTerms = (taxonomy: Taxonomy) =>
    terms
      .filter((term) => term.taxonomy === taxonomy)
      .map((term) => presentTerm(term, context.links, relations.categoryPaths));
  const event = presentOwn(row, relations, presentation, {
    categories: presentTerms('category'),
    tags: presentTerms('tag'),
    venue: presentVenues(linked, context, withJsonLd),
    organizer: linked.filter(({ kind }) => kind === 'organizer').map((one) => presentRelated(one, context, withJsonLd)),
  });
  if (masked) Object.assign(event, maskedValues);
  if (withJsonLd) event['json_ld'] = eventJsonLd(row, linked, event['url'] as string, context);
  return event;
}

type OwnRelations = Pick<Relations, 'images' | 'hiddenParents'>;

/** The event with what it is linked to as it is given. */
export const presentOwn = (
  row: EventRecord,
  relations: OwnRelations,
  presentation: EventPresentation,
  related: Related,
): Record<string, unknown> =>
  inNamespace(presentFields(viewOf(row, relations, presentation, related)), presentation.links);

export function viewOf(
  row: EventRecord,
  { images, hiddenParents }: OwnRelations,
  { links, zones, siteZone, now, currency }: EventPresentation,
  related: Related,
): EventView {
  const status = shownStatus(row, now);
  return {
    row,
    status,
    url: links.page(pagePath('event', row, status)),
    path: `/events/${row.id}`,
    utcStart: formatUtc(row.start_utc),
    utcEnd: formatUtc(row.end_utc),
    cost: presentCost(row.cost, currency),
    tickets: parseTickets(row.tickets),
    ...{ links, zones, siteZone, images, hiddenParents, related },
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
