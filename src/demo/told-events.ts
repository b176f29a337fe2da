// The events that are told one by one.
import { addDays, dayOf } from '../core/dates/civil.ts';
import { type DemoEvent, type EventOptions, emptyRow } from './event-row.ts';
import { type LocalEvent, localEvents } from './local-events-table.ts';
import { spanOn } from './plan.ts';
import { seriesEvents } from './series-table.ts';
import { demoVenues } from './venues-table.ts';
import { paragraphs, priceText } from './words.ts';

export const toldEvents = (options: EventOptions): DemoEvent[] =>
  [...localEvents, ...seriesEvents].map((event) => toLocalEvent(event, options));

function toLocalEvent(event: LocalEvent, options: EventOptions): DemoEvent {
  const venue = demoVenues.find(({ key }) => key === event.venue) as (typeof demoVenues)[number];
  const today = dayOf(options.zones.toWall(options.now, venue.zone));
  const span = spanOn(addDays(today, event.inDays), event, venue.zone, options.zones);
  const words = ({ title, excerpt, paragraphs: texts }: LocalEvent['own']) => ({
    title,
    description: paragraphs(texts),
    excerpt: paragraphs([excerpt]),
    website: '',
  });
  return {
    key: event.key,
    parent: event.parent,
    row: {
      ...emptyRow(span, venue.zone, options),
      language: event.language,
      all_day: event.start === undefined ? 1 : 0,
      cost: priceText(event.price, venue),
    },
    texts: [
      { language: event.language, ...words(event.own) },
      ...Object.entries(event.others).map(([code, translated]) => ({ language: code, ...words(translated) })),
    ],
    venue: event.venue,
    organizers: [event.organizer],
    categories: event.categories,
    tags: event.tags,
  };
}
