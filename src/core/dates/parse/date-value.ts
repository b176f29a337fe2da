import type { Zones } from '../zones.ts';

export type DateValue =
  /** To be read in some zone by the caller. */
  | { kind: 'wall'; wall: string; dateOnly: boolean }
  /** Carried an offset, `Z` or a zone, or was a timestamp or an exact distance from now. */
  | { kind: 'instant'; epoch: number };

export interface DateContext {
  /** UTC seconds */
  now: number;
  /** For relative words */
  zone: string;
  zones: Zones;
}
