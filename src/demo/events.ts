// The sample events as rows, without ids and slugs.

import { addDays, dayOf, secondsPerDay } from '../core/dates/civil.ts';
import type { EventTimes } from '../core/dates/event-span.ts';
import { emptyEventColumns } from '../resources/events/fields/table.ts';
import type { NewEvent } from '../resources/events/save.ts';
import type { LanguageTexts } from '../resources/records/texts/texts.ts';
import type { EventsTable } from '../store/schema.ts';
import {
  type DemoTemplate,
  demoImages,
  demoOrganizers,
  demoReasons,
  demoSingleEvents,
  demoVenues,
  type SingleEvent,
} from './data.ts';
import { type Clock, type PlannedEvent, planEvents, spanOn } from './plan.ts';
import type { Random } from './random.ts';
import { fillIn, firstSentence, paragraphs, priceText, translationsOf } from './texts.ts';
import { ticketsOf } from './tickets.ts';

/** An event whose venue, organizers and terms are named by their keys. */
export interface DemoEvent {
  /** Key of an event with sub-events. */
  key?: string | undefined;
  /** Key of its parent event. */
  parent?: string | undefined;
  row: Omit<EventsTable, 'id'>;
  /** Without slugs. */
  texts: readonly Omit<LanguageTexts, 'slug'>[];
  /** Name of a drawing. */
  image: string | undefined;
  venue: string | undefined;
  organizers: readonly string[];
  categories: readonly string[];
  tags: readonly string[];
}

/** Language of the templates. */
const language = 'en';

export interface EventOptions extends Clock {
  random: Random;
  authorId: number;
}

/** In order of publication. */
export function demoEvents(options: EventOptions): DemoEvent[] {
  const planned = planEvents(options.random, options).map((event) => fromTemplate(event, options));
  const events = withVariety(planned, options);
  return [...events, ...demoSingleEvents.map((event) => fromSingleEvent(event, options))].sort(
    (a, b) => a.row.published_at - b.row.published_at,
  );
}

function fromTemplate({ template, theme, venue, span }: PlannedEvent, options: EventOptions): DemoEvent {
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
  const row = emptyRow(span, options);
  const tickets = JSON.stringify(ticketsOf({ template, venue, span, website: organizer?.website ?? '', random }));
  const columns = { cost: priceText(template.price, venue), tickets };
  return {
    row: { ...row, ...columns, ...attendance(template, organizer?.website ?? '') },
    texts: [{ language, ...texts }, ...translationsOf(template, names)],
    image: imageOf(template.title),
    venue: template.online ? undefined : venue.key,
    organizers,
    categories: template.categories,
    tags: template.tags,
  };
}

/** Conferences are streamed as well. */
function attendance({ online, days }: DemoTemplate, website: string): Partial<EventsTable> {
  if (online) return { attendance_mode: 'online', online_url: `${website}live/`, show_map: 0, show_map_link: 0 };
  return days === 2 ? { attendance_mode: 'mixed', online_url: `${website}live/` } : {};
}

function fromSingleEvent(event: SingleEvent, options: EventOptions): DemoEvent {
  const venue = demoVenues.find(({ key }) => key === event.venue) as (typeof demoVenues)[number];
  const today = dayOf(options.zones.toWall(options.now, venue.zone));
  const span = spanOn(addDays(today, event.inDays), event, venue.zone, options.zones);
  const texts = ({ title, excerpt, paragraphs: parts }: SingleEvent['own']) => ({
    title,
    description: paragraphs(parts),
    excerpt: paragraphs([excerpt]),
    website: '',
  });
  return {
    key: event.key,
    parent: event.parent,
    row: {
      ...emptyRow(span, options),
      language: event.language,
      cost: priceText(event.price, venue),
    },
    texts: [
      { language: event.language, ...texts(event.own) },
      ...Object.entries(event.others as Record<string, SingleEvent['own']>).map(([code, translated]) => ({
        language: code,
        ...texts(translated),
      })),
    ],
    image: imageOf(event.own.title),
    venue: event.venue,
    organizers: [event.organizer],
    categories: event.categories,
    tags: event.tags,
  };
}

const imageOf = (title: string): string | undefined => demoImages.find((image) => image.for.includes(title))?.file;

/** Adds every status and switch, and events without a picture, on events far enough from today to keep the first page full. */
function withVariety(events: readonly DemoEvent[], { now }: Pick<Clock, 'now'>): DemoEvent[] {
  const soon = events.findIndex(({ row }) => row.start_utc > now);
  const later = events.findIndex(({ row }) => row.start_utc > now + 30 * secondsPerDay);
  const changes = new Map<number, Partial<DemoEvent['row']>>([
    [soon + 1, { sticky: 1 }],
    [soon + 3, { event_status: 'canceled' }],
    [soon + 11, { event_status: 'rescheduled' }],
    [
      soon + 17,
      { event_status: 'moved_online', attendance_mode: 'online', online_url: 'https://meet.example.org/hall/' },
    ],
    [soon + 27, { event_status: 'postponed' }],
    [soon + 41, { event_status: 'canceled' }],
    [soon + 20, { sticky: 1, featured: 1 }],
    [soon + 24, { hide_from_listings: 1 }],
    [later, { status: 'draft' }],
    [later + 2, { status: 'pending' }],
    [later + 4, { status: 'private' }],
    [later + 6, { published_at: now + 2 * secondsPerDay }],
    [later + 8, { published_at: now + 9 * secondsPerDay }],
    [later + 10, { status: 'draft' }],
    [0, { status: 'trash', trashed_from: 'publish' }],
  ]);
  return events.map((event, index) => {
    const featured = index % 15 === 7 ? { featured: 1 as const } : {};
    const image = index % 4 === 3 ? undefined : event.image;
    return withReason({ ...event, image, row: { ...event.row, ...featured, ...changes.get(index) } });
  });
}

/** Adds the reason for the event status in every language of the event. */
function withReason(event: DemoEvent): DemoEvent {
  const { event_status, start_wall } = event.row;
  if (event_status === 'scheduled') return event;
  const reason = (code: string) => demoReasons[event_status][code] ?? '';
  const isLater = event_status === 'rescheduled';
  const previous_start_date = isLater ? `${addDays(dayOf(start_wall), -7)} ${start_wall.slice(11)}` : '';
  const texts = event.texts.map((text) => ({ ...text, event_status_reason: reason(text.language) }));
  return { ...event, texts, row: { ...event.row, previous_start_date } };
}

/** Replaces the keys of related records by ids. There may be no images. */
export function toRows(
  { row, texts, parent, image, venue, organizers, categories, tags }: DemoEvent,
  id: number,
  slug: string,
  { idOf, imageIds }: { idOf: (kind: string, key: string) => number; imageIds: ReadonlyMap<string, number> },
): NewEvent {
  return {
    row: {
      id,
      ...row,
      post_parent: parent === undefined ? 0 : idOf('event', parent),
      image_id: imageIds.get(image ?? '') ?? null,
    },
    texts: texts.map((text) => ({ ...text, slug: text.language === row.language ? slug : null })),
    links: {
      venue: venue === undefined ? [] : [idOf('venue', venue)],
      organizer: organizers.map((key) => idOf('organizer', key)),
    },
    termIds: [...categories.map((name) => idOf('category', name)), ...tags.map((name) => idOf('tag', name))],
  };
}

function emptyRow(span: EventTimes, { now, random, authorId }: EventOptions): Omit<EventsTable, 'id'> {
  const written = Math.min(now, span.start_utc) - random.between(3600, 40 * secondsPerDay);
  return {
    status: 'publish',
    trashed_from: null,
    author_id: authorId,
    published_at: written,
    modified_at: written + Math.floor(random.next() * (now - written)),
    language,
    external_id: null,
    ...emptyEventColumns,
    ...span,
    show_map: 1,
    show_map_link: 1,
    password_hash: null,
    image_id: null,
  };
}
