// A recurring event with its occurrences: those that its rules give, and those that the file changes.
import { createNotes } from '../merge/context.ts';
import type { ReadyEvent } from '../merge/events.ts';
import type { Window } from './expand.ts';
import { keyOfOccurrence } from './keys.ts';
import type { Member, Reading } from './member.ts';
import { recurrenceName, whenOf } from './read-event.ts';
import { datedSlug, readyOf } from './ready.ts';
import { type Occurrence, occurrencesOf } from './series.ts';
import type { SeriesLimits } from './series-limits.ts';
import type { FileTime } from './times.ts';
import { besideStored, toldOf } from './told.ts';
import type { Unit } from './units.ts';

export interface Series {
  master: Member;
  /** Each of them tells of an occurrence. */
  changed: readonly Member[];
}

/** Throws Unusable, or TransferProblem for a file that has too many. */
export async function seriesUnit(
  reading: Reading,
  { master, changed }: Series,
  { window, limits }: { window: Window; limits: SeriesLimits },
): Promise<Unit> {
  const { event, properties, notes } = master;
  const given = occurrencesOf(properties, event, window, reading.times, notes.add);
  limits.count(given);
  if (given.isCut)
    notes.add(`takes place more often than ${window.most} times; the first ones of the window are taken`);
  const byName = new Map(changed.map((member) => [recurrenceName(member.occurrence as FileTime), member]));
  if (given.occurrences.length + byName.size === 0) notes.add('is recurring, but not within the window');
  const ready = await readyOf(reading, master, { key: event.uid, role: 'series' });
  // Of what is cancelled as a whole nothing takes place.
  if (event.isCancelled) return { ready, children: [], isRecurring: true };
  const children = given.occurrences
    .filter(({ name }) => !byName.has(name))
    .map((occurrence) => occurrenceOf(reading, ready, master, occurrence));
  for (const [name, member] of byName)
    children.push(await readyOf(reading, member, { key: keyOfOccurrence(event.uid, name), role: 'occurrence' }));
  return { ready, children, isRecurring: true };
}

/** One that is as the series says. */
function occurrenceOf(
  { merge, times }: Reading,
  parent: ReadyEvent,
  { event, subject }: Member,
  { name, start, length = event.length }: Occurrence,
): ReadyEvent {
  const ready: ReadyEvent = {
    ...parent,
    knownId: undefined,
    // Said once, of the series.
    notes: createNotes(merge.context.reporter, subject),
    event: {
      ...parent.event,
      key: keyOfOccurrence(event.uid, name),
      columns: { ...parent.event.columns, ...whenOf(start, length, times), hide_from_listings: 0 },
      slug: datedSlug(event.title, start),
    },
  };
  return besideStored(merge, ready, toldOf(event, false));
}
