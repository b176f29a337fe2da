// Distances on a sphere with the mean radius of WGS84.
const earthRadiusKm = 6371.0088;

export interface Point {
  lat: number;
  lng: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The haversine of the angle between two points. It increases with their distance and suffices for comparisons. */
export function haversine(a: Point, b: Point): number {
  const dLat = Math.sin(radians(b.lat - a.lat) / 2);
  const dLng = Math.sin(radians(b.lng - a.lng) / 2);
  return dLat * dLat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * dLng * dLng;
}

/** Great-circle distance in kilometres. */
export const distanceKm = (a: Point, b: Point): number =>
  2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, haversine(a, b))));

/** The haversine of a distance, for comparison with that of two points. */
export const haversineAt = (km: number): number => Math.sin(km / (2 * earthRadiusKm)) ** 2;

/** Ranges that contain every point within the radius: two of longitude if the circle crosses the antimeridian. */
export interface Bounds {
  lat: readonly [number, number];
  lng: readonly (readonly [number, number])[];
}

export function boundsAround(point: Point, radiusKm: number): Bounds {
  // A little larger than the circle, so that rounding excludes nothing on its edge.
  const angle = (radiusKm / earthRadiusKm) * (180 / Math.PI) * 1.0001 + 1e-9;
  const lat = [Math.max(-90, point.lat - angle), Math.min(90, point.lat + angle)] as const;
  const everywhere: Bounds = { lat, lng: [[-180, 180]] };
  if (lat[0] <= -90 || lat[1] >= 90) return everywhere;
  const spread = (Math.asin(Math.min(1, Math.sin(radians(angle)) / Math.cos(radians(point.lat)))) * 180) / Math.PI;
  if (!(spread < 180)) return everywhere;
  const west = point.lng - spread;
  const east = point.lng + spread;
  if (west >= -180 && east <= 180) return { lat, lng: [[west, east]] };
  const [first, last] = west < -180 ? [west + 360, east] : [west, east - 360];
  const lng = [[first, 180] as const, [-180, last] as const];
  return { lat, lng };
}
