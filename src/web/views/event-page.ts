// The data of an event's page.
import type { EventJson } from '../load/interface-types.ts';
import type { Alternates } from './view.ts';

export interface EventPage {
  event: EventJson;
  /** The event that this one is part of. */
  parent: EventJson | undefined;
  /** Other events of the same series or parent. */
  others: readonly EventJson[];
  /** Alternative text of the image. */
  alternativeText: string;
  /** Paths of the page in the languages that the event has texts in. */
  alternates: Alternates;
}
