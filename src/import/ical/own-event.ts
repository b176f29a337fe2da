// Events that this calendar itself wrote into a file.
import { idOfOwnUid } from '../../core/ical/uid.ts';
import { eventsById } from '../../resources/upsert/repository.ts';
import type { CalendarMerge } from './merge.ts';
import type { FileEvent } from './read-event.ts';

/** Its id here. */
export async function findOwnId(
  { task, context }: CalendarMerge,
  { uid, title, start }: FileEvent,
): Promise<number | undefined> {
  const { ownHost } = task.files;
  if (ownHost !== undefined) return idOfOwnUid(uid, ownHost);
  const id = /^(\d{1,15})@/.exec(uid)?.[1];
  if (id === undefined) return undefined;
  // Without knowing the own address only what says the same is taken for the same.
  const [stored] = await eventsById(context.db, [Number(id)]);
  const isSame =
    stored !== undefined &&
    [stored.event, ...stored.translations].some((texts) => texts.title === title) &&
    (start.kind === 'day' ? stored.event.start_wall.startsWith(start.day) : stored.event.start_utc === start.epoch);
  return isSame ? Number(id) : undefined;
}
