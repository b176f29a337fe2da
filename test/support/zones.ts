import { createZones } from '../../src/core/dates/zones.ts';

/** One for all: a test that builds a calendar in hundreds of zones looks for their transitions once, not in each part. */
export const zones = createZones();
