// Filters by location, and distances (D45).
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Problems } from '../../../core/api-error.ts';
import { boundsAround, distanceKm, haversineAt, type Point } from '../../../core/geo.ts';
import { describe, unsetWhenEmpty, type Values } from '../../../http/params/field.ts';
import { boolean, number } from '../../../http/params/scalars.ts';
import type { RelatedRecordsTable } from '../../../store/schema.ts';

export const defaultRadiusKm = 25;
const maxRadiusKm = 500;

export const placeFields = {
  geoloc: describe(boolean(), '`true`: the venue has coordinates; `false`: it has none'),
  // Links of the reference contain `geoloc_lat` and `geoloc_lng` without values.
  geoloc_lat: unsetWhenEmpty(
    describe(number(-90, 90), 'Latitude of the centre of a radius search; requires geoloc_lng', 51.45),
  ),
  geoloc_lng: unsetWhenEmpty(
    describe(number(-180, 180), 'Longitude of the centre of a radius search; requires geoloc_lat', -2.6),
  ),
  // No default in the schema: programs that send all defaults would send it without a point, which is refused.
  geoloc_radius: unsetWhenEmpty(
    describe(
      { ...number(0, maxRadiusKm), schema: { type: 'number', minimum: 0, maximum: maxRadiusKm } },
      `Radius in kilometres, inclusive; requires a point. Default: ${defaultRadiusKm}`,
      10,
    ),
  ),
};

type SentPoint = Partial<Values<typeof placeFields>>;

export interface Around {
  point: Point;
  radiusKm: number;
}

/** An invalid centre has been reported already: what depends on it is not reported as well. */
const hasFaultyCentre = (problems: Problems): boolean =>
  ['near', 'geoloc_lat', 'geoloc_lng'].some((name) => problems.has(name));

/** Reports an incomplete point, or a radius without a point. */
export function readAround(
  { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius }: SentPoint,
  problems: Problems,
): Around | undefined {
  if (hasFaultyCentre(problems)) return undefined;
  if (lat !== undefined && lng !== undefined) return { point: { lat, lng }, radiusKm: radius ?? defaultRadiusKm };
  if (lat !== undefined || lng !== undefined) {
    problems.add('geoloc_lat', 'point_incomplete');
    problems.add('geoloc_lng', 'point_incomplete');
  } else if (radius !== undefined) problems.add('geoloc_radius', 'point_incomplete');
  return undefined;
}

/** Reports an order by distance without a point. */
export function checkPointOrder(
  {
    orderby,
    near,
    geoloc_lat: lat,
    geoloc_lng: lng,
  }: SentPoint & { near?: string | undefined; orderby?: string | undefined },
  problems: Problems,
): void {
  if (hasFaultyCentre(problems)) return;
  if (orderby === 'distance' && near === undefined && lat === undefined && lng === undefined)
    problems.add('orderby', 'order_needs_point');
}

/** SQL for the haversine between the point and the coordinates of `alias`. */
export function haversineTo(alias: string, { lat, lng }: Point) {
  const dLat = sql`sin(radians(${sql.ref(`${alias}.geo_lat`)} - ${lat}) / 2)`;
  const dLng = sql`sin(radians(${sql.ref(`${alias}.geo_lng`)} - ${lng}) / 2)`;
  const cosines = sql`cos(radians(${lat})) * cos(radians(${sql.ref(`${alias}.geo_lat`)}))`;
  return sql<number>`(${dLat} * ${dLat} + ${cosines} * ${dLng} * ${dLng})`;
}

/** Condition for venues within the radius: a bounding box, which the index serves, and then the exact distance. */
export function isWithin(alias: string, { point, radiusKm }: Around): Expression<SqlBool> {
  const lat = sql.ref(`${alias}.geo_lat`);
  const lng = sql.ref(`${alias}.geo_lng`);
  const bounds = boundsAround(point, radiusKm);
  const ranges = bounds.lng.map(([west, east]) => sql`${lng} between ${west} and ${east}`);
  const box = sql`${lat} between ${bounds.lat[0]} and ${bounds.lat[1]} and (${sql.join(ranges, sql` or `)})`;
  // The tolerance includes a venue at exactly this distance in spite of rounding errors.
  return sql<SqlBool>`(${box} and ${haversineTo(alias, point)} <= ${haversineAt(radiusKm) * (1 + 1e-9) + 1e-18})`;
}

/** `distance` in kilometres with two decimals, if a point was sent. */
export function distanceTo(
  { geo_lat, geo_lng }: Pick<RelatedRecordsTable, 'geo_lat' | 'geo_lng'>,
  around: Around | undefined,
): { distance?: number } {
  if (!around || geo_lat === null || geo_lng === null) return {};
  return { distance: Math.round(distanceKm(around.point, { lat: geo_lat, lng: geo_lng }) * 100) / 100 };
}
