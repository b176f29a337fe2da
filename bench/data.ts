// A calendar of any size, the same for the same seed: written straight into the tables, in one transaction.
import { createZones } from '../src/core/dates/zones.ts';
import { foldText } from '../src/core/text/fold.ts';
import { slugify } from '../src/core/text/slug.ts';
import type { Store, Writer } from '../src/store/store.ts';

export interface DataOptions {
  events: number;
  seed: number;
  /** UTC seconds; the events lie five years around it. */
  now: number;
}

const day = 86_400;
const years = 10;
const zones = ['America/New_York', 'Europe/Paris', 'Asia/Tokyo', 'America/Los_Angeles'];
const words =
  'Autumn,Market,Concert,Jazz,Lantern,River,Choir,Workshop,Children,Museum,Night,Garden,Theatre,Film,Poetry,Dance,Harbour,Winter,Lecture,Festival'.split(
    ',',
  );
const cities = 'Albany,Boston,Lyon,Osaka,Madrid,Berlin,Porto,Sofia,Quito,Dakar'.split(',');

const latitudes = [42.65, 42.36, 45.76, 34.69, 40.42, 52.52, 41.15, 42.7, -0.18, 14.69];
const longitudes = [-73.75, -71.06, 4.84, 135.5, -3.7, 13.4, -8.61, 23.32, -78.47, -17.44];

/** A small generator of equal quality everywhere: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function fillCalendar(store: Store, options: DataOptions): Promise<void> {
  return store.write(async (db) => {
    const random = createRandom(options.seed);
    const venues = await fillLinked(db, 'venue', Math.max(10, Math.ceil(options.events / 20)), options);
    const organizers = await fillLinked(db, 'organizer', Math.max(10, Math.ceil(options.events / 200)), options);
    const terms = await fillTerms(db, options);
    const used = new Map<number, number>();
    for (let done = 0; done < options.events; done += 500) {
      const batch = Math.min(500, options.events - done);
      await insertEvents(db, { first: done, batch, random, venues, organizers, terms, used, options });
    }
    for (const [id, event_count] of used)
      await db.updateTable('terms').set({ event_count }).where('id', '=', id).execute();
  });
}

async function fillLinked(
  db: Writer,
  kind: 'venue' | 'organizer',
  count: number,
  { now }: DataOptions,
): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await db.insertInto('record_ids').values({ kind }).returning('id').executeTakeFirstOrThrow();
    ids.push(id);
    const city = cities[n % cities.length] as string;
    const isVenue = kind === 'venue';
    const title = `${isVenue ? 'Hall' : 'Society'} ${n} of ${city}`;
    await db
      .insertInto('linked_records')
      .values({
        ...publication(id, now - n * 60),
        kind,
        phone: '+1 518 555 0100',
        email: isVenue ? '' : 'office@example.org',
        address: isVenue ? `${n} Elm St` : '',
        city: isVenue ? city : '',
        country: isVenue ? 'United States' : '',
        province: '',
        state: '',
        zip: isVenue ? '12207' : '',
        stateprovince: '',
        show_map: 1,
        show_map_link: 1,
        image_id: null,
        geo_lat: isVenue ? latitudes[n % cities.length]! + ((n * 7919) % 1000) / 2000 : null,
        geo_lng: isVenue ? longitudes[n % cities.length]! + ((n * 104_729) % 1000) / 2000 : null,
      })
      .execute();
    await db
      .insertInto('record_texts')
      .values(texts(id, kind, title, '', city))
      .execute();
  }
  return ids;
}

async function fillTerms(db: Writer, { now }: DataOptions): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < 60; n++) {
    const taxonomy = n < 20 ? ('category' as const) : ('tag' as const);
    const name = `${words[n % words.length]} ${taxonomy} ${n}`;
    const { id } = await db
      .insertInto('terms')
      .values({ taxonomy, parent_id: 0, event_count: 0, language: 'en', modified_at: now, external_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('term_texts')
      .values({
        term_id: id,
        taxonomy,
        language: 'en',
        is_original: 1,
        name,
        description: '',
        slug: slugify(name),
        name_folded: foldText(name),
      })
      .execute();
    ids.push(id);
  }
  return ids;
}

interface Batch {
  first: number;
  batch: number;
  random: () => number;
  venues: number[];
  organizers: number[];
  terms: number[];
  used: Map<number, number>;
  options: DataOptions;
}

async function insertEvents(
  db: Writer,
  { first, batch, random, venues, organizers, terms, used, options }: Batch,
): Promise<void> {
  const rows: Parameters<ReturnType<typeof db.insertInto<'events'>>['values']>[0] & object[] = [];
  const textRows: ReturnType<typeof texts>[] = [];
  const links: { event_id: number; kind: 'venue' | 'organizer'; position: number; record_id: number }[] = [];
  const termLinks: { event_id: number; term_id: number }[] = [];
  const ids = (
    await db
      .insertInto('record_ids')
      .values(Array.from({ length: batch }, () => ({ kind: 'event' as const })))
      .returning('id')
      .execute()
  ).map((row) => row.id);
  const clock = createZones();
  for (const [offset, id] of ids.entries()) {
    const n = first + offset;
    // Few terms and venues carry most events.
    const pick = (list: number[]) => list[Math.floor(random() ** 3 * list.length)] as number;
    const timezone = zones[Math.floor(random() ** 2 * zones.length)] as string;
    const start = Math.floor((options.now + (random() - 0.5) * years * 365 * day) / 900) * 900;
    const length = n % 50 === 0 ? Math.ceil(random() * 5) * day : 3600 * (1 + Math.floor(random() * 4));
    const status = n % 10 === 9 ? ('draft' as const) : ('publish' as const);
    rows.push({
      ...publication(id, options.now - 30 * day - Math.floor(random() * 300) * day),
      status,
      start_wall: clock.toWall(start, timezone),
      end_wall: clock.toWall(start + length, timezone),
      timezone,
      start_utc: start,
      end_utc: start + length,
      all_day: 0,
      cost: n % 3 === 0 ? '' : String(5 + (n % 30)),
      show_map: 1,
      show_map_link: 1,
      hide_from_listings: n % 200 === 0 ? 1 : 0,
      sticky: 0,
      featured: n % 20 === 0 ? 1 : 0,
      password_hash: null,
      post_parent: 0,
      image_id: null,
      tickets: '[]',
    });
    const word = () => words[Math.floor(random() * words.length)] as string;
    const rare = n % 1000 === 7 ? ' Zyx' : '';
    textRows.push(
      texts(
        id,
        'event',
        `${word()} ${word()} ${word()} ${n}${rare}`,
        `<p>${Array.from({ length: 30 }, word).join(' ')}.</p>\n<p>Doors open an hour before.</p>`,
        '',
      ),
    );
    links.push(
      { event_id: id, kind: 'venue', position: 0, record_id: pick(venues) },
      { event_id: id, kind: 'organizer', position: 0, record_id: pick(organizers) },
    );
    for (const term_id of new Set([pick(terms.slice(0, 20)), pick(terms.slice(20)), pick(terms.slice(20))])) {
      termLinks.push({ event_id: id, term_id });
      if (status === 'publish') used.set(term_id, (used.get(term_id) ?? 0) + 1);
    }
  }
  await db
    .insertInto('events')
    .values(rows as never)
    .execute();
  await db.insertInto('record_texts').values(textRows).execute();
  await db.insertInto('event_links').values(links).execute();
  await db.insertInto('event_terms').values(termLinks).execute();
}

const publication = (id: number, at: number) => ({
  id,
  status: 'publish' as const,
  trashed_from: null,
  author_id: 1,
  published_at: at,
  modified_at: at,
  language: 'en',
  external_id: null,
});

const texts = (
  record_id: number,
  kind: 'event' | 'venue' | 'organizer',
  title: string,
  description: string,
  more: string,
) => ({
  record_id,
  kind,
  language: 'en',
  is_original: 1 as const,
  title,
  description,
  excerpt: '',
  website: '',
  slug: slugify(`${title} ${record_id}`),
  title_folded: foldText(title),
  body_folded: foldText(`${description.replace(/<[^>]*>/g, ' ')} ${more}`),
});
