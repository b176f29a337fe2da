// Tickets of some sample events.
import { addDays, dayOf } from '../core/dates/civil.ts';
import type { PlannedEvent } from './plan.ts';
import type { Random } from './random.ts';
import { amounts } from './texts.ts';

interface Offers {
  /** One for each of the template's two prices. */
  names: readonly [low: string, high: string];
  /** Days before the event at which the cheaper one ends. */
  lowEndsDaysBefore: number;
}

/** By the title of the template. */
const offers: Readonly<Record<string, Offers>> = {
  'Conference: {theme}': { names: ['Early bird', 'Standard'], lowEndsDaysBefore: 28 },
  'Evening Recital: {theme}': { names: ['Gallery', 'Stalls'], lowEndsDaysBefore: 0 },
  '{city} Half Marathon and {theme}': { names: ['Fun run', 'Half marathon'], lowEndsDaysBefore: 2 },
  'Workshop: {theme}': { names: ['Reduced', 'Full price'], lowEndsDaysBefore: 1 },
};

interface Sale extends Pick<PlannedEvent, 'template' | 'venue' | 'span'> {
  website: string;
  random: Random;
}

/** As they are stored: dates are wall clock times in the event's zone. */
export function ticketsOf({ template, venue, span, website, random }: Sale) {
  const offer = offers[template.title];
  if (!offer) return [];
  const day = dayOf(span.start_wall);
  const { lowEndsDaysBefore: before } = offer;
  const lowEnds = before === 0 ? span.start_wall : `${addDays(day, -before)} 00:00:00`;
  const prices = amounts(template.price ?? 0, venue);
  return offer.names.map((name, index) => ({
    name,
    url: `${website}tickets/`,
    price: prices[index] ?? null,
    currency: venue.currency,
    available_from: `${addDays(day, -60)} 09:00:00`,
    available_until: index === 0 ? lowEnds : span.start_wall,
    sold_out: index === 0 && random.next() < 0.3,
  }));
}
