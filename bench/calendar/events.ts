// Events of the generated calendar as rows: ten years of them, five on either side of today.

import { addDays, dayOf, formatClock, formatDay, secondsPerDay } from '../../src/core/dates/civil.ts';
import { type EventTimes, toSpan } from '../../src/core/dates/event-span.ts';
import type { Zones } from '../../src/core/dates/zones.ts';
import type { StoredStatus } from '../../src/core/kinds.ts';
import { type Language, languages } from '../../src/core/languages.ts';
import { slugify, trashedSlug } from '../../src/core/text/slug.ts';
import type { Random } from '../../src/demo/random.ts';
import { emptyEventColumns } from '../../src/resources/events/fields/table.ts';
import type { NewEvent } from '../../src/resources/events/save.ts';
import type { LanguageTexts } from '../../src/resources/records/texts/texts.ts';
import type { EventsTable } from '../../src/store/schema.ts';
import { byShare, createZipf } from './chance.ts';
import type { City } from './cities.ts';
import type { Origin } from './surroundings.ts';
import { createSlugs } from './texts.ts';
import { ticketsOf } from './tickets.ts';
import { rareWords } from './words.ts';

export interface Surroundings {
  venueIds: readonly number[];
  /** Of each venue. */
  cities: readonly City[];
  organizerIds: readonly number[];
  categoryIds: readonly number[];
  tagIds: readonly number[];
}

export interface EventOptions extends Origin {
  zones: Zones;
  surroundings: Surroundings;
  /** Of all password-protected events. */
  passwordHash: string;
  imageIds: readonly number[];
  /** Total number of events. */
  count: number;
}

const years = 5;
const statuses: Partial<Record<StoredStatus, number>> = { draft: 0.1, pending: 0.005, private: 0.005, trash: 0.005 };
/** Numbers of organizers and categories of an event; the rest have one. */
const counts = { organizers: { 0: 0.12, 2: 0.08 }, categories: { 0: 0.05, 2: 0.25 } };
const exhibitionsPer = 50_000;
const minExhibitions = 3;

/** Generates events one by one, with the given id. */
export function createEventMaker(options: EventOptions): (n: number, id: number) => NewEvent {
  const { random, texts, surroundings, now } = options;
  const slug = createSlugs();
  const venueChoice = createZipf(surroundings.venueIds.length, 0.8);
  const organizerChoice = createZipf(surroundings.organizerIds.length, 0.8);
  const categoryChoice = createZipf(surroundings.categoryIds.length, 0.9);
  const tagChoice = createZipf(surroundings.tagIds.length, 1);
  const makeSpan = createSpans(options);
  let festival = 0;

  return (n, id) => {
    const place = venueChoice(random);
    const city = surroundings.cities[place] as City;
    const { span, isLong } = makeSpan(n, city.timezone);
    const isRare = n % 100_000 === 77;
    const status: StoredStatus = isRare || isLong ? 'publish' : byShare(random, statuses, 'publish');
    const written = Math.min(now, span.start_utc) - random.between(3600, 200 * secondsPerDay);
    const isScheduled = status === 'publish' && span.start_utc > now && random.next() < 0.006;
    const language: Language = random.next() < 0.2 ? city.language : 'en';
    const row: EventsTable = {
      id,
      status,
      trashed_from: status === 'trash' ? 'publish' : null,
      author_id: random.pick(options.authorIds),
      published_at: isScheduled ? now + random.between(3600, 30 * secondsPerDay) : written,
      modified_at: isScheduled ? now : written + Math.floor(random.next() * (now - written)),
      language,
      external_id: random.next() < 0.05 ? `feed-${n}` : null,
      ...emptyEventColumns,
      ...span,
      cost: costOf(random, city),
      show_map: 1,
      show_map_link: 1,
      hide_from_listings: !isRare && random.next() < 0.005 ? 1 : 0,
      sticky: random.next() < 0.001 ? 1 : 0,
      featured: random.next() < 0.03 ? 1 : 0,
      password_hash: !isRare && random.next() < 0.002 ? options.passwordHash : null,
      post_parent: festival > 0 && random.next() < 0.005 ? festival : 0,
      image_id: options.imageIds[n] ?? null,
      tickets: JSON.stringify(random.next() < 0.05 ? ticketsOf({ span, city, random }) : []),
      event_status: n % 97 === 3 ? 'canceled' : n % 101 === 4 ? 'postponed' : 'scheduled',
      attendance_mode: n % 23 === 5 ? 'mixed' : n % 29 === 6 ? 'online' : 'offline',
    };
    if (isLong) festival = id;
    const mark = `${n % 1000 === 7 ? ` ${rareWords.thousandth}` : ''}${isRare ? ` ${rareWords.hundredThousandth}` : ''}`;
    const title = texts.title(random, language) + mark;
    const ownSlug = slug(slugify(title) || String(id));
    const own: LanguageTexts = {
      language,
      title,
      description: texts.description(random, language),
      excerpt: random.next() < 0.1 ? `<p>${texts.sentence(random, language)}</p>` : '',
      website: random.next() < 0.3 ? `https://example.org/events/${n}/` : '',
      slug: status === 'trash' ? trashedSlug(ownSlug) : ownSlug,
    };
    return {
      row,
      texts: [own, ...translationsOf(language, mark, options)],
      links: {
        venue: pickSome(random, random.next() < 0.03 ? 0 : 1, surroundings.venueIds, () => place),
        organizer: pickSome(random, countBy(random, counts.organizers), surroundings.organizerIds, organizerChoice),
      },
      termIds: [
        ...pickSome(random, countBy(random, counts.categories), surroundings.categoryIds, categoryChoice),
        ...pickSome(random, random.between(0, 4), surroundings.tagIds, tagChoice),
      ],
    };
  };
}

const countBy = (random: Random, shares: Partial<Record<string, number>>): number =>
  Number(byShare(random, shares, '1'));

const pickSome = (
  random: Random,
  count: number,
  ids: readonly number[],
  choose: (random: Random) => number,
): number[] => [...new Set(Array.from({ length: count }, () => ids[choose(random)] as number))];

/** Translations of a fifth of the events; one in three leaves some texts to the original. */
function translationsOf(own: Language, mark: string, { random, texts }: EventOptions): LanguageTexts[] {
  if (random.next() >= 0.2) return [];
  const others = new Set<Language>();
  for (let left = random.between(1, 3); left > 0; left--) others.add(random.pick(languages));
  others.delete(own);
  return [...others].map((language) => ({
    language,
    title: texts.title(random, language) + mark,
    description: random.next() < 0.67 ? texts.description(random, language) : '',
    excerpt: '',
    website: '',
    slug: null,
  }));
}

function costOf(random: Random, city: City): string {
  const amount = random.between(1, 60);
  const shares = { '': 0.35, Free: 0.2, [`${amount}-${amount * 2}`]: 0.1, [city.price(amount)]: 0.25 };
  return byShare(random, shares, String(amount));
}

interface Times {
  span: EventTimes;
  isLong: boolean;
}

/** Most events last an evening, one in fifty some days, and a few exhibitions five years. */
function createSpans({ random, zones, now, count }: EventOptions): (n: number, zone: string) => Times {
  const exhibitions = Math.max(minExhibitions, Math.ceil(count / exhibitionsPer));
  const exhibitionEvery = Math.floor(count / exhibitions);
  const today = formatDay(Math.floor(now / secondsPerDay));
  return (n, timezone) => {
    const isExhibition = n % exhibitionEvery === Math.floor(exhibitionEvery / 2);
    // Somewhat denser around today than at either end.
    const away = random.next() ** 1.2 * years * 365 * (random.next() < 0.5 ? -1 : 1);
    const startDay = addDays(today, isExhibition ? -random.between(0, years * 365) : Math.floor(away));
    const isLong = isExhibition || random.next() < 0.02;
    const days = isExhibition ? years * 365 : isLong ? random.between(1, 9) : 0;
    const allDay = isExhibition || random.next() < 0.05;
    const start = random.between(36, 84) * 900;
    const end = start + random.between(2, 14) * 900;
    const wall = (daysOn: number, second: number) =>
      ({
        kind: 'wall',
        wall: `${addDays(startDay, daysOn + Math.floor(second / secondsPerDay))} ${formatClock(second % secondsPerDay)}`,
        dateOnly: false,
      }) as const;
    const span = toSpan(wall(0, start), wall(days, end), { zone: timezone, allDay, zones });
    if (typeof span === 'string') throw new Error(`No span from ${startDay} (${dayOf(today)}): ${span}`);
    return { span, isLong };
  };
}
