// Fills an empty calendar with sample data: invented events in real cities, around today.

import type { Logger } from 'pino';
import { secondsPerDay } from '../core/dates/civil.ts';
import type { Zones } from '../core/dates/zones.ts';
import type { StoredImage } from '../core/images.ts';
import type { RecordKind } from '../core/kinds.ts';
import { slugify, trashedSlug } from '../core/text/slug.ts';
import type { Ingest } from '../media/ingest.ts';
import { insertEvents } from '../resources/events/save.ts';
import { hasContent, newRecordId } from '../resources/records/rows/record-table.ts';
import { firstFree } from '../resources/records/slugs.ts';
import { insertRelated } from '../resources/related/save.ts';
import { insertTerms } from '../resources/terms/save.ts';
import type { Store, Writer } from '../store/store.ts';
import { demoOrganizers, demoVenues } from './data.ts';
import { type DemoEvent, demoEvents, toRows } from './events.ts';
import { ingestImages, insertImages } from './images.ts';
import { createRandom } from './random.ts';
import { organizerRows, termRows, venueRows } from './related-records.ts';

export interface DemoDependencies {
  store: Store;
  zones: Zones;
  /** UTC seconds. */
  now: () => number;
  /** Author of everything. */
  adminId: number;
  /** Ingests images; without it, events have none. */
  ingest?: Ingest;
  log: Logger;
}

const seed = 20_270_601;

/** Returns whether the demo was loaded; a calendar with any record or term is left as it is. */
export async function fillDemo(dependencies: DemoDependencies): Promise<boolean> {
  const { store, ingest, now, log } = dependencies;
  const isEmpty = !(await hasContent(store.reader));
  if (isEmpty) log.info('demo: loading sample events');
  const images = isEmpty && ingest ? await ingestImages(ingest, now()) : new Map<string, StoredImage>();
  const isFilled = isEmpty && (await store.write((db) => writeAll(db, dependencies, images)));
  if (isFilled) return true;
  for (const image of images.values()) await ingest?.discard(image);
  log.warn('the calendar is not empty, so the demo was not loaded');
  return false;
}

async function writeAll(
  db: Writer,
  { zones, now: clock, adminId }: DemoDependencies,
  images: ReadonlyMap<string, StoredImage>,
): Promise<boolean> {
  // Another process may have started meanwhile.
  if (await hasContent(db)) return false;
  const now = clock();
  const origin = { authorId: adminId, at: now - 60 * secondsPerDay };
  const terms = termRows(origin);
  const venueIds = await newIds(db, 'venue', demoVenues.length);
  const organizerIds = await newIds(db, 'organizer', demoOrganizers.length);
  await insertTerms(db, terms.rows, { now });
  await insertRelated(db, [...venueRows(venueIds, origin), ...organizerRows(organizerIds, origin)], { now });
  const ids = new Map([
    ...terms.ids,
    ...demoVenues.map(({ key }, index) => [`venue/${key}`, venueIds[index] as number] as const),
    ...demoOrganizers.map(({ key }, index) => [`organizer/${key}`, organizerIds[index] as number] as const),
  ]);
  const imageIds = await insertImages(db, images, origin);
  const events = demoEvents({ random: createRandom(seed), now, zones, authorId: adminId });
  await writeEvents(db, events, ids, imageIds, now);
  return true;
}

async function newIds(db: Writer, kind: RecordKind, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await newRecordId(db, kind));
  return ids;
}

async function writeEvents(
  db: Writer,
  events: readonly DemoEvent[],
  ids: ReadonlyMap<string, number>,
  imageIds: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const eventIds = await newIds(db, 'event', events.length);
  const slugs = new Set<string>();
  const series = events.flatMap(({ key }, index) =>
    key === undefined ? [] : [[`event/${key}`, eventIds[index] as number] as const],
  );
  const allIds = new Map([...ids, ...series]);
  const idOf = (kind: string, key: string): number => {
    const id = allIds.get(`${kind}/${key}`);
    if (id === undefined) throw new Error(`The demo has no ${kind} "${key}"`);
    return id;
  };
  const rows = await Array.fromAsync(events.entries(), async ([index, event]) =>
    toRows(event, eventIds[index] as number, await uniqueSlug(event, slugs), { idOf, imageIds }),
  );
  await insertEvents(db, rows, { now });
}

/** The calendar is empty, so only slugs of the demo itself can be taken. */
async function uniqueSlug({ row, texts }: DemoEvent, taken: Set<string>): Promise<string> {
  const slug = await firstFree(slugify(texts[0]?.title ?? ''), async (one) => taken.has(one));
  taken.add(slug);
  return row.status === 'trash' ? trashedSlug(slug) : slug;
}
