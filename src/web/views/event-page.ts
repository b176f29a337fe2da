// What the page of one event shows.
import type { EventJson } from '../load/interface-types.ts';
import type { Alternates } from './view.ts';

export interface EventPage {
  event: EventJson;
  /** What the event is a part of. */
  parent: EventJson | undefined;
  /** Others of the same series or parent. */
  others: readonly EventJson[];
  /** Of the image. */
  alternativeText: string;
  /** Paths of the page in the languages that the event has texts in. */
  alternates: Alternates;
}
