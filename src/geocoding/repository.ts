import { sql } from 'kysely';
import type { Point } from '../core/geo.ts';
import { addressColumns } from '../resources/related/table.ts';
import { findMeta, putMeta } from '../store/meta.ts';
import type { GeocodingAttemptsTable } from '../store/schema.ts';
import type { Reader, Writer } from '../store/store.ts';
import type { Address } from './nominatim.ts';

/** A venue without coordinates. */
export interface Unplaced {
  id: number;
  /** All parts of the address as one text, to notice changes. */
  place: string;
  address: Address;
  /** Number of failed attempts with this address. */
  failures: number;
}

const placeText = sql<string>`${sql.join(
  addressColumns.map((column) => sql.ref(`r.${column}`)),
  sql` || ${'\n'} || `,
)}`;

/** The next venue: first those without an attempt, then those whose retry has been due longest. */
export async function findUnplaced(db: Reader, now: number): Promise<Unplaced | undefined> {
  const row = await db
    .selectFrom('linked_records as r')
    .leftJoin('geocoding_attempts as a', 'a.venue_id', 'r.id')
    .select(['r.id', 'a.place as attempted', 'a.failures', placeText.as('place')])
    .select(addressColumns.map((column) => `r.${column}` as const))
    .where('r.kind', '=', 'venue')
    .where('r.geo_lat', 'is', null)
    .where('r.status', '<>', 'trash')
    .where((eb) => eb.or([eb('r.address', '<>', ''), eb('r.city', '<>', '')]))
    .where((eb) => eb.or([eb('a.venue_id', 'is', null), eb('a.place', '<>', placeText), eb('a.retry_at', '<=', now)]))
    .orderBy((eb) => eb.fn.coalesce('a.retry_at', sql.lit(0)))
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, place, attempted, failures, address: street, city, zip, country } = row;
  const region = row.stateprovince || row.state || row.province;
  const address = { street, city, zip, region, country };
  return { id, place, address, failures: attempted === place ? (failures ?? 0) : 0 };
}

export const putAttempt = async (db: Writer, attempt: GeocodingAttemptsTable): Promise<void> => {
  const { venue_id: _, ...values } = attempt;
  await db
    .insertInto('geocoding_attempts')
    .values(attempt)
    .onConflict((conflict) => conflict.column('venue_id').doUpdateSet(values))
    .execute();
};

type Attempted = Pick<Unplaced, 'id' | 'place'>;

/** Does nothing if the venue has been removed or has another address by now. */
export const endAttempt = async (
  db: Writer,
  { id, place }: Attempted,
  end: Pick<GeocodingAttemptsTable, 'failures' | 'retry_at'>,
): Promise<void> => {
  await db
    .updateTable('geocoding_attempts')
    .set(end)
    .where((eb) => eb.and({ venue_id: id, place }))
    .execute();
};

/** Removes an unfinished attempt. */
export const deleteAttempt = async (db: Writer, { id, place }: Attempted): Promise<void> => {
  await db
    .deleteFrom('geocoding_attempts')
    .where((eb) => eb.and({ venue_id: id, place }))
    .where('retry_at', 'is not', null)
    .execute();
};

/** Returns false if the venue has coordinates, another address, or is gone by now. */
export async function setCoordinates(
  db: Writer,
  { id, place }: Attempted,
  point: Point,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('linked_records as r')
    .set({ geo_lat: point.lat, geo_lng: point.lng, modified_at: now })
    .where((eb) => eb.and({ 'r.id': id, 'r.kind': 'venue', 'r.geo_lat': null }))
    .where('r.status', '<>', 'trash')
    .where(placeText, '=', place)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Time of the next request to the geocoder, shared by all processes, in milliseconds. */
export const findNextRequestMs = async (db: Reader): Promise<number> =>
  Number((await findMeta(db, 'geocoder_turn')) ?? 0);

export const setNextRequest = (db: Writer, ms: number): Promise<void> => putMeta(db, 'geocoder_turn', String(ms));
