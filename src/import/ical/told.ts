// Which values of an event a file tells, and which it leaves to the event that is here.
import type { ReadyEvent } from '../merge/events.ts';
import { beside, type Told } from './beside.ts';
import type { CalendarMerge } from './merge.ts';
import type { FileEvent } from './read-event.ts';

/** With the values of the event that is here where the file tells none. */
export function besideStored({ terms, named }: CalendarMerge, ready: ReadyEvent, told: Told): ReadyEvent {
  const { isNamesake } = named;
  const options = {
    isNamesake,
    isTermNamesake: terms.isNamesake,
    taxonomyOf: (id: number) => terms.byId(id)?.taxonomy,
  };
  return { ...ready, completedFrom: (stored) => beside(ready, told, stored, options) };
}

export const toldOf = (
  { description, url, location, start, isClassGiven, organizers, categories, cost }: FileEvent,
  hidden: boolean,
): Told => ({
  description: description === undefined ? 'not' : description.isPlain ? 'plain' : 'html',
  website: url !== undefined || location?.kind === 'address',
  zone: start.kind === 'time' && start.isZoneGiven,
  class: isClassGiven,
  links: { venue: location !== undefined, organizer: organizers !== undefined },
  cost: cost !== undefined,
  categories: categories !== undefined,
  hidden,
});
