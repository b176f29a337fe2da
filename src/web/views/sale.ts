// What changes with time: whether an event is still to come, and which of its tickets are on sale.
import { html } from 'ghtml';
import type { EventJson, TicketJson } from '../load/api-types.ts';
import { unbroken } from './unbroken.ts';
import type { ViewContext } from './view.ts';

/** Canceled and postponed events do not take place on their day. */
export const takesPlace = ({ event_status: status }: EventJson): boolean =>
  status !== 'canceled' && status !== 'postponed';

export const isOver = ({ utc_end_date: end }: EventJson, { hasPassed }: ViewContext): boolean => hasPassed(end, 'UTC');

/** Other calendars would keep showing an event on the day on which it does not take place. */
export const isToCome = (event: EventJson, context: ViewContext): boolean =>
  takesPlace(event) && !isOver(event, context);

/** A ticket with its price, as a link only while it can be bought. */
export function ticketLine(ticket: TicketJson, event: EventJson, context: ViewContext): string {
  const { texts, hasPassed } = context;
  const { name, url, price, currency, available_from: from, available_until: until } = ticket;
  const isPast = (wall: string | null) => wall !== null && hasPassed(wall, event.timezone);
  if (ticket.sold_out) return html`${name} (${texts.text('soldOut')})`;
  const cost = price === null ? '' : ` · ${texts.price(price, currency)}`;
  if (event.event_status === 'canceled' || isOver(event, context)) return html`${name}${cost}`;
  if (isPast(until)) return html`${name} (${texts.text('salesEnded')})`;
  if (from !== null && !isPast(from))
    return html`${name}${cost} (!${texts.text('onSaleFrom', { name: unbroken(texts.dayAndTime(from)) })})`;
  return url === '' ? html`${name}${cost}` : html`<a href="${url}">${name}</a>${cost}`;
}
