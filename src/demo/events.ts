// The demonstration's events as rows, but for their ids and slugs.
import type { EventRows } from '../resources/records/bulk-rows.ts';
import { type DemoEvent, type EventOptions, emptyRow, language } from './event-row.ts';
import { demoOrganizers } from './organizers-table.ts';
import { type PlannedEvent, planEvents } from './plan.ts';
import { ticketsOf } from './tickets.ts';
import { toldEvents } from './told-events.ts';
import { translationsOf } from './translate.ts';
import { withVariety } from './variety.ts';
import { fillIn, firstSentence, paragraphs, priceText } from './words.ts';

/** In the order in which they were written. */
export function demoEvents(options: EventOptions): DemoEvent[] {
  const planned = planEvents(options.random, options).map((event) => toEvent(event, options));
  const events = withVariety(planned, options);
  return [...events, ...toldEvents(options)].sort((a, b) => a.row.published_at - b.row.published_at);
}

function toEvent({ template, theme, venue, span }: PlannedEvent, options: EventOptions): DemoEvent {
  const { random } = options;
  const organizers = template.together ? template.organizers : [random.pick(template.organizers)];
  const organizer = demoOrganizers.find(({ key }) => key === organizers[0]);
  const names = { theme, venue: venue.name, city: venue.city, organizer: organizer?.name ?? '' };
  const lead = fillIn(random.pick(template.leads), names);
  const texts = {
    title: fillIn(template.title, names),
    description: paragraphs([lead, fillIn(random.pick(template.closings), names)]),
    excerpt: paragraphs([firstSentence(lead)]),
    website: random.next() < 0.5 ? (organizer?.website ?? '') : '',
  };
  const row = emptyRow(span, venue.zone, options);
  const tickets = JSON.stringify(ticketsOf({ template, venue, span, website: organizer?.website ?? '', random }));
  const all_day = template.start === undefined ? 1 : 0;
  const own = { all_day, cost: priceText(template.price, venue), tickets } as const;
  return {
    row: { ...row, ...own, ...(template.online ? { show_map: 0, show_map_link: 0 } : {}) },
    texts: [{ language, ...texts }, ...translationsOf(template, names)],
    venue: template.online ? undefined : venue.key,
    organizers,
    categories: template.categories,
    tags: template.tags,
  };
}

/** Numbers as the bulk writer wants them, of what events name by keys. */
export function toRows(
  event: DemoEvent,
  id: number,
  slug: string,
  idOf: (kind: string, key: string) => number,
): EventRows {
  const { row, texts, parent, venue, organizers, categories, tags } = event;
  return {
    row: { id, ...row, post_parent: parent === undefined ? 0 : idOf('event', parent) },
    texts: texts.map((text) => ({ ...text, slug: text.language === row.language ? slug : null })),
    links: {
      venue: venue === undefined ? [] : [idOf('venue', venue)],
      organizer: organizers.map((key) => idOf('organizer', key)),
    },
    termIds: [...categories.map((name) => idOf('category', name)), ...tags.map((name) => idOf('tag', name))],
  };
}
