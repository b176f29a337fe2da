import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { boundsAround, distanceKm, haversine, haversineAt } from './geo.ts';

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distances', () => {
  test.each([
    ['New York – Boston', { lat: 40.7128, lng: -74.006 }, { lat: 42.3601, lng: -71.0589 }, 306.1],
    ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 120 }, 20015.1],
    ['across the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111.2],
    ['nowhere', { lat: 10, lng: 10 }, { lat: 10, lng: 10 }, 0],
  ])('The distance %s is correct to a kilometre', (_name, a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, 0);
  });

  test('A point is within a radius exactly when its distance is', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 0.1, max: 500, noNaN: true }), (a, b, radius) => {
        fc.pre(Math.abs(distanceKm(a, b) - radius) > 1e-6);
        expect(haversine(a, b) <= haversineAt(radius)).toBe(distanceKm(a, b) <= radius);
      }),
    );
  });
});

test('The bounds contain every point within the radius, even at the poles and the antimeridian', () => {
  const near = fc.tuple(
    point,
    fc.double({ min: 0.1, max: 500, noNaN: true }),
    fc.double({ min: -6, max: 6, noNaN: true }),
    fc.oneof(fc.double({ min: -6, max: 6, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
  );
  fc.assert(
    fc.property(near, ([centre, radius, dLat, dLng]) => {
      const other = {
        lat: Math.max(-90, Math.min(90, centre.lat + dLat)),
        lng: ((centre.lng + dLng + 540) % 360) - 180,
      };
      fc.pre(distanceKm(centre, other) <= radius);
      const bounds = boundsAround(centre, radius);
      expect(other.lat >= bounds.lat[0] && other.lat <= bounds.lat[1]).toBe(true);
      expect(bounds.lng.some(([west, east]) => other.lng >= west && other.lng <= east)).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});
