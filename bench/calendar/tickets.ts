import { addDays, dayOf } from '../../src/core/dates/civil.ts';
import type { EventTimes } from '../../src/core/dates/event-span.ts';
import type { Random } from '../../src/demo/random.ts';
import type { Ticket } from '../../src/store/schema.ts';
import type { City } from './cities.ts';

export interface Sale {
  span: EventTimes;
  city: City;
  random: Random;
}

/** Two offers, the cheaper one until two weeks before the event. */
export function ticketsOf({ span, city, random }: Sale): Ticket[] {
  const price = random.between(5, 80);
  const from = `${addDays(dayOf(span.start_wall), -90)} 09:00:00`;
  const early = `${addDays(dayOf(span.start_wall), -14)} 00:00:00`;
  const shared = { url: 'https://tickets.example.org/', currency: city.currency, available_from: from };
  return [
    { ...shared, name: 'Early bird', price, available_until: early, sold_out: random.next() < 0.3 },
    { ...shared, name: 'Standard', price: price * 1.5, available_until: span.start_wall, sold_out: false },
  ];
}
