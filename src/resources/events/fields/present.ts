// Builds the JSON representation of an event.
import { formatUtc } from '../../../core/dates/civil.ts';
import type { RelatedKind, Taxonomy } from '../../../core/kinds.ts';
import { presentCost } from '../../../core/text/cost/cost.ts';
import { inNamespace } from '../../../http/legacy.ts';
import { maskedValuesOf, presenterOf } from '../../records/field-table.ts';
import { effectiveStatus, pagePath } from '../../records/status.ts';
import { presentRelated } from '../../related/present.ts';
import { presentTerm } from '../../terms/present.ts';
import type { EventPresentation, EventRecord, Relations } from '../types.ts';
import { eventJsonLd } from './json-ld.ts';
import type { EventView, Related } from './row.ts';
import { eventTable } from './table.ts';

/** Values that replace those of a password-protected event, by member. */
export const maskedValues: Readonly<Record<string, unknown>> = maskedValuesOf(eventTable);

const presentFields = presenterOf<EventView>(eventTable);

export function presentEvent(
  row: EventRecord,
  relations: Relations,
  presentation: EventPresentation,
  { withJsonLd, masked }: { withJsonLd: boolean; masked: boolean },
): Record<string, unknown> {
  const context = { ...presentation, images: relations.images };
  const related = relations.related.get(row.id) ?? [];
  const terms = relations.terms.get(row.id) ?? [];
  const presentTerms = (taxonomy: Taxonomy) =>
    terms
      .filter((term) => term.taxonomy === taxonomy)
      .map((term) => presentTerm(term, context.links, relations.categoryPaths));
  const presentAll = (kind: RelatedKind) =>
    related.filter((one) => one.kind === kind).map((one) => presentRelated(one, context, withJsonLd));
  const venues = presentAll('venue');
  const event = presentOwn(row, relations, presentation, {
    categories: presentTerms('category'),
    tags: presentTerms('tag'),
    // One venue is an object, several are an array, none is an empty array (D24).
    venue: venues.length === 1 ? venues[0] : venues,
    organizer: presentAll('organizer'),
  });
  if (masked) Object.assign(event, maskedValues);
  if (withJsonLd) event['json_ld'] = eventJsonLd(row, related, event['url'] as string, context);
  return event;
}

/** For members that are added in another form. */
export const noRelated = { categories: [], tags: [], venue: [], organizer: [] } satisfies Related;

type OwnRelations = Pick<Relations, 'images' | 'hiddenParents'>;

/** The event's own fields, combined with related records that are already presented. */
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
  const status = effectiveStatus(row, now);
  return {
    row,
    status,
    url: links.page(pagePath('event', row, status)),
    path: `/events/${row.id}`,
    utcStart: formatUtc(row.start_utc),
    utcEnd: formatUtc(row.end_utc),
    cost: presentCost(row.cost, currency),
    tickets: JSON.parse(row.tickets),
    links,
    zones,
    siteZone,
    images,
    hiddenParents,
    related,
  };
}

/** Strips the structured data of a presented event: the result equals presenting it without. */
export function withoutJsonLd({ json_ld: _, ...event }: Record<string, unknown>): Record<string, unknown> {
  const stripRecord = ({ json_ld: _related, ...record }: Record<string, unknown>) => record;
  const strip = (value: unknown) =>
    Array.isArray(value) ? value.map(stripRecord) : stripRecord(value as Record<string, unknown>);
  return { ...event, venue: strip(event['venue']), organizer: strip(event['organizer']) };
}
