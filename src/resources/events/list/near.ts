// The filter by distance from a point, or from a town that venues of this calendar are in.
import { sql } from 'kysely';
import type { Point } from '../../../core/geo.ts';
import type { Caller } from '../../../core/roles.ts';
import { foldText } from '../../../core/text/fold.ts';
import { describe, type Values } from '../../../http/params/field.ts';
import { text } from '../../../http/params/scalars.ts';
import type { RelatedRecordsTable } from '../../../store/schema.ts';
import type { Reader } from '../../../store/store.ts';
import { type Around, defaultRadiusKm, isWithin, type placeFields, readAround } from '../../records/list/places.ts';
import { visible, visibleById } from '../../records/list/visibility.ts';
import type { FilterRequest } from './filter.ts';
import { kindOfRelated } from './relation-filters.ts';

export const townField = {
  near: describe(
    text({ filled: true, max: 200 }),
    'Centre of a radius search instead of a point: a town, or its postal code, of venues with coordinates',
    'Bristol',
  ),
};

type Sent = Partial<Values<typeof placeFields & typeof townField>>;

/** The point with the venues near it that the caller may read. There are far fewer venues than events to measure. */
export async function readNear(
  sent: Sent,
  request: FilterRequest,
): Promise<(Around & { venues: number[] }) | undefined> {
  const { db, context } = request;
  const { caller, now } = context;
  const around = isTown(sent) ? await aroundTown(sent, request) : readAround(sent, request.problems);
  if (!around) return undefined;
  const { rows } = await sql<{ id: number }>`select v.id from linked_records v
    where ${kindOfRelated} = 'venue' and ${isWithin('v', around)} and ${visibleById('v', { caller, now })}`.execute(db);
  return { ...around, venues: rows.map(({ id }) => id) };
}

/** If both a town and coordinates are sent, the coordinates count. */
const isTown = (sent: Sent): sent is Sent & { near: string } =>
  sent.near !== undefined && sent.geoloc_lat === undefined && sent.geoloc_lng === undefined;

async function aroundTown(
  { near, geoloc_radius: radiusKm = defaultRadiusKm }: Sent & { near: string },
  { db, context, problems }: FilterRequest,
): Promise<Around | undefined> {
  const point = await centreOf(near, db, context);
  if (!point) problems.add('near', 'unknown_town');
  return point && { point, radiusKm };
}

type Place = Pick<RelatedRecordsTable, 'city' | 'zip' | 'stateprovince' | 'country'> &
  Record<'geo_lat' | 'geo_lng', number>;

/** The mean of the coordinates of a town's venues; of several towns with the name, the one with the most venues. */
async function centreOf(
  town: string,
  db: Reader,
  { caller, now }: { caller: Caller; now: number },
): Promise<Point | undefined> {
  const { rows } = await sql<Place>`select v.city, v.zip, v.stateprovince, v.country, v.geo_lat, v.geo_lng
    from linked_records v
    where v.kind = 'venue' and v.geo_lat is not null and ${visible('v', { caller, now })}`.execute(db);
  const words = wordsOf(town);
  const towns = Map.groupBy(
    rows.filter((place) => matchesTown(place, words)),
    ({ city, stateprovince, country }) => [city, stateprovince, country].join('\n'),
  );
  const [largest] = [...towns.values()].sort((a, b) => b.length - a.length);
  if (largest === undefined) return undefined;
  const mean = (name: 'geo_lat' | 'geo_lng') => largest.reduce((sum, place) => sum + place[name], 0) / largest.length;
  return { lat: mean('geo_lat'), lng: mean('geo_lng') };
}

const wordsOf = (...texts: readonly string[]): string[] =>
  texts.flatMap((words) => foldText(words).match(/[\p{L}\p{N}]+/gu) ?? []);

/** `Lindau`, `88131 Lindau`, `Springfield, IL`: the town or its postal code, with region or country. */
function matchesTown({ city, zip, stateprovince, country }: Place, words: readonly string[]): boolean {
  const town = wordsOf(city, zip);
  const all = new Set([...town, ...wordsOf(stateprovince, country)]);
  return words.some((word) => town.includes(word)) && words.every((word) => all.has(word));
}
