import type { Zones } from '../zones.ts';

export type DateValue =
  /** A wall clock without a zone. */
  | { kind: 'wall'; wall: string; dateOnly: boolean }
  /** From a date with an offset or zone, a timestamp, or a duration from now. */
  | { kind: 'instant'; epoch: number };

export interface DateContext {
  /** UTC seconds */
  now: number;
  /** Zone of relative dates. */
  zone: string;
  zones: Zones;
}
