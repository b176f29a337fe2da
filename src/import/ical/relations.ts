// Ids of the venues, organizers and terms that an event of a file names; those that are not here yet are made.
import type { ReadyEvent } from '../merge/events.ts';
import type { CalendarMerge } from './merge.ts';
import type { FileEvent } from './read-event.ts';

export const venuesOf = async ({ named }: CalendarMerge, { location }: FileEvent): Promise<number[]> =>
  location?.kind === 'venue' ? [await named.resolve(location.venue)] : [];

export async function organizersOf({ named }: CalendarMerge, { organizers = [] }: FileEvent): Promise<number[]> {
  const ids: number[] = [];
  for (const organizer of organizers) {
    const id = await named.resolve(organizer);
    if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}

export async function termsOf(
  { terms, task }: CalendarMerge,
  { categories = [], tags }: FileEvent,
): Promise<ReadyEvent['terms']> {
  const ids: ReadyEvent['terms'] = { category: [], tag: [] };
  const { categoriesAs } = task.files;
  for (const name of categories) {
    const known = terms.find(name, categoriesAs === 'tag' ? ['tag', 'category'] : ['category', 'tag']);
    const taxonomy = known?.taxonomy ?? categoriesAs;
    const id = await terms.named(taxonomy, [name]);
    if (!ids[taxonomy].includes(id)) ids[taxonomy].push(id);
  }
  for (const name of tags) {
    const id = await terms.named('tag', [name]);
    if (!ids.tag.includes(id)) ids.tag.push(id);
  }
  return ids;
}
