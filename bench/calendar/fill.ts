// Fills an empty calendar of any size, deterministically for a seed and date, with the rows that the service would write.

import { createZones } from '../../src/core/dates/zones.ts';
import type { RecordKind } from '../../src/core/kinds.ts';
import type { Progress } from '../../src/core/progress.ts';
import { createRandom } from '../../src/demo/random.ts';
import { eventPasswordSalt } from '../../src/resources/events/passwords.ts';
import { insertEvents, type NewEvent } from '../../src/resources/events/save.ts';
import { allocateRecordIds } from '../../src/resources/records/rows/record-table.ts';
import { insertRelated } from '../../src/resources/related/save.ts';
import { recountTerms } from '../../src/resources/terms/repository-events.ts';
import { insertTerms } from '../../src/resources/terms/save.ts';
import { hashEventPassword } from '../../src/resources/users/secrets.ts';
import { addUser } from '../../src/resources/users/service.ts';
import { findOrCreateMeta } from '../../src/store/meta.ts';
import type { Store, Writer } from '../../src/store/store.ts';
import type { BulkLoading } from '../loading.ts';
import { createEventMaker, type Surroundings } from './events.ts';
import { type Origin, organizerRows, termRows, venueRows } from './surroundings.ts';
import { createTexts } from './texts.ts';

export interface FillOptions {
  events: number;
  seed: number;
  /** UTC seconds; the events lie five years around it. */
  now: number;
  progress: Progress;
  loading: BulkLoading;
  /** Existing users; by default an administrator and four editors are added. */
  authorIds?: readonly number[];
  /** Existing images, for as many events; by default none has one. */
  imageIds?: readonly number[];
}

export interface Filled {
  venues: number;
  organizers: number;
  /** Application password of `admin`, if users were added. */
  password: string | undefined;
  surroundings: Surroundings;
}

/** Of all password-protected events. */
export const eventPassword = 'sesame';
const seededSalt = 'b3'.repeat(32);
const authors = ['admin', 'editor', 'anna', 'ben', 'chloe'] as const;
const batchSize = 250;
const batchesPerTransaction = 40;

export async function fillCalendar(store: Store, options: FillOptions): Promise<Filled> {
  const { events: count, seed, now, progress, loading, imageIds = [] } = options;
  const venues = Math.min(20_000, Math.max(10, Math.ceil(count / 20)));
  const organizers = Math.min(5000, Math.max(10, Math.ceil(count / 100)));
  const random = createRandom(seed);
  const { authorIds, password } = options.authorIds
    ? { authorIds: options.authorIds, password: undefined }
    : await store.write((db) => addAuthors(db, now));
  const origin: Origin = { random, texts: createTexts(), authorIds, now };
  await loading.begin(store);
  await findOrCreateMeta(store, 'event_password_salt', () => seededSalt);
  const surroundings = await store.write(async (db) => {
    const terms = termRows(origin);
    await insertTerms(db, terms.rows, { now });
    const venueIds = range(1, venues);
    const organizerIds = range(venues + 1, organizers);
    const places = venueRows(venueIds, origin);
    await take(db, 'venue', venueIds);
    await take(db, 'organizer', organizerIds);
    await insertRelated(db, [...places.rows, ...organizerRows(organizerIds, origin)], { now });
    return { venueIds, cities: places.cities, organizerIds, categoryIds: terms.categoryIds, tagIds: terms.tagIds };
  });
  const passwordHash = await hashEventPassword(eventPassword, await eventPasswordSalt(store));
  const makeEvent = createEventMaker({ ...origin, count, passwordHash, surroundings, imageIds, zones: createZones() });
  const firstId = venues + organizers + 1;
  progress.start('events', count);
  for (let done = 0; done < count; ) {
    await store.write(async (db) => {
      for (let batch = 0; batch < batchesPerTransaction && done < count; batch++) {
        const size = Math.min(batchSize, count - done);
        const ids = range(firstId + done, size);
        const rows: NewEvent[] = ids.map((id, at) => makeEvent(done + at, id));
        await take(db, 'event', ids);
        await insertEvents(db, rows, { now });
        done += size;
        progress.advance(done);
      }
    });
  }
  await loading.end(store, progress);
  progress.start('counts of terms', 1);
  await store.write((db) => recountTerms(db));
  progress.stop();
  return { venues, organizers, password, surroundings };
}

const range = (first: number, size: number): number[] => Array.from({ length: size }, (_, at) => first + at);

const take = (db: Writer, kind: RecordKind, ids: readonly number[]) =>
  allocateRecordIds(
    db,
    ids.map((id) => ({ id, kind })),
  );

/** An administrator and four editors. */
async function addAuthors(db: Writer, now: number): Promise<{ authorIds: number[]; password: string }> {
  const added: { id: number; password: string }[] = [];
  for (const login of authors)
    added.push(await addUser(db, { login, role: login === 'admin' ? 'administrator' : 'editor' }, now));
  return { authorIds: added.map(({ id }) => id), password: (added[0] as { password: string }).password };
}
