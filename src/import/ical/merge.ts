// Merges a calendar file: single events as they are, recurring ones as a parent with its occurrences below. On the way
//   a component  is the lines of a VEVENT; all of one UID are a family: an event, and what changes for some occurrences
//   a member     is a component that was read
//   a series     is a member that recurs, with those that change occurrences of it
//   ready        is an event whose venues, organizers and terms are here, as `merge/events.ts` takes it
//   told         says which of its values the file has; `beside` gives it those of the stored event for all others
//   a unit       is merged together: an event that is ready, with its occurrences as children
import { addMonths, formatUtc } from '../../core/dates/civil.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { ImportTask } from '../import.ts';
import type { MergeContext } from '../merge/context.ts';
import type { EventMerger, GoneEvent } from '../merge/events.ts';
import { eventsWithKeys, keepKeys, lastKeys } from '../merge/gone.ts';
import type { ImageFinder } from '../merge/images.ts';
import type { NamedRelatedMerger } from '../merge/named-linked.ts';
import type { TermMerger } from '../merge/terms.ts';
import type { PageContext } from '../rest/types.ts';
import type { Survey } from '../source/survey.ts';
import { type ComponentText, calendarLimits, readComponents } from './components.ts';
import type { Window } from './expand.ts';
import { createFamilyReader } from './family.ts';
import { type CalendarIndex, identityOf, nameOfIdentity } from './survey.ts';
import type { TimeContext } from './times.ts';
import { createUnitMerger } from './units.ts';
import { createZoneBook, zoneNamed } from './zone-book.ts';

export interface CalendarMerge {
  survey: Survey;
  task: ImportTask;
  context: MergeContext;
  terms: TermMerger;
  named: NamedRelatedMerger;
  events: EventMerger;
  images: ImageFinder;
  page: PageContext;
}

/** Occurrences of one event. */
const mostOccurrences = 2000;
const pastMonths = 12;
/** Components that wait for the others of their UID. */
const mostHeldBytes = 64 * 1024 ** 2;

export async function mergeCalendar(merge: CalendarMerge): Promise<void> {
  const { survey, task } = merge;
  const index = survey.calendar;
  if (index === undefined) throw new TransferProblem(`${survey.source.name} is no calendar.`);
  const { source } = survey;
  const window = windowAt(task.now, task.files.horizonMonths);
  const times = timesOf(merge);
  const units = createUnitMerger(merge, window);
  const families = createFamilyReader(merge, times, window);
  const waiting = createWaitingRoom(index, source.name);
  const keys = new Set<string>();
  let ordinal = -1;
  if (index.encoding !== 'utf-8') note(merge, 'is not in UTF-8', `read as ${index.encoding}`);

  for await (const piece of readComponents(source, index.encoding, calendarLimits)) {
    if (piece.kind !== 'event') continue;
    ordinal += 1;
    const identity = identityOf(piece.component);
    const isTaken = index.taken.get(nameOfIdentity(identity, ordinal))?.ordinal === ordinal;
    if (!isTaken) families.skipDouble(piece.component);
    const together = waiting.add(piece.component, identity.uid, isTaken);
    if (together.length > 0) await take(together);
    await task.step();
  }
  await units.finish();
  if (families.recurring > 0)
    note(
      merge,
      'has recurring events; they take place here within a window',
      `${families.recurring}, ${shown(window)}`,
    );
  await settleKeys(merge, keys);

  async function take(components: readonly ComponentText[]): Promise<void> {
    for (const unit of await families.read(components)) {
      keys.add(unit.ready.event.key);
      await units.add(unit);
    }
    // What could not be read is still there: it is not gone from the source.
    for (const component of components) {
      const { uid } = identityOf(component);
      if (uid !== '') keys.add(uid);
    }
  }
}

/** Where components stay until all of their UID have come: a changed occurrence may stand before its event. */
function createWaitingRoom({ families }: CalendarIndex, source: string) {
  const held = new Map<string, { component: ComponentText; isTaken: boolean }[]>();
  let bytes = 0;
  return {
    /** Those that can be read now. */
    add(component: ComponentText, uid: string, isTaken: boolean): ComponentText[] {
      const family = families.get(uid);
      if (!family?.hasOccurrences) return isTaken ? [component] : [];
      const waiting = held.get(uid) ?? [];
      waiting.push({ component, isTaken });
      held.set(uid, waiting);
      bytes += sizeOf(component);
      if (bytes > mostHeldBytes)
        throw new TransferProblem(`${source} has changed occurrences of more than ${mostHeldBytes / 1024 ** 2} MiB.`);
      if (waiting.length < family.count) return [];
      held.delete(uid);
      for (const one of waiting) bytes -= sizeOf(one.component);
      return waiting.filter((one) => one.isTaken).map((one) => one.component);
    },
  };
}

const sizeOf = ({ lines }: ComponentText): number => lines.reduce((sum, { text }) => sum + text.length + 64, 0);

const shown = ({ from, to }: Window): string => `${formatUtc(from).slice(0, 10)} to ${formatUtc(to).slice(0, 10)}`;

const note = ({ context, survey }: CalendarMerge, what: string, detail?: string): void =>
  context.reporter.note({ source: survey.source.name, record: 'the file' }, what, detail);

function windowAt(now: number, horizonMonths: number): Window {
  const [day, clock] = formatUtc(now).split(' ') as [string, string];
  const at = (months: number) => Date.parse(`${addMonths(day, months)}T${clock}Z`) / 1000;
  return { from: at(-pastMonths), to: at(horizonMonths), most: mostOccurrences };
}

function timesOf(merge: CalendarMerge): TimeContext & { now: number } {
  const { zones, siteZone, now } = merge.task;
  const { definitions = new Map(), zone = '' } = merge.survey.calendar ?? {};
  const own = zone === '' ? undefined : zoneNamed(zone, zones);
  if (zone !== '' && own === undefined)
    note(merge, `names a zone that is not known; it has the site's, ${siteZone}`, zone);
  const usualZone = own ?? siteZone;
  return { zones, usualZone, now, book: createZoneBook(definitions, { zones, siteZone: usualZone, now }) };
}

/** Remembers what came from this source, and trashes what came from it before and comes no longer. */
async function settleKeys({ survey, task, context, events }: CalendarMerge, keys: ReadonlySet<string>): Promise<void> {
  const { name, identity } = survey.source;
  if (identity === undefined) return;
  const before = await lastKeys(context.db, identity);
  const missing = before.filter((key) => !keys.has(key));
  // A calendar that is empty all of a sudden is more often broken than over.
  const prunes = task.files.prune && keys.size > 0;
  if (task.files.prune && !prunes && missing.length > 0)
    context.reporter.note({ source: name, record: 'the file' }, 'has no events at all; nothing was pruned');
  // What is not pruned now may be later.
  await keepKeys(context.db, identity, [...keys, ...(prunes ? [] : missing)].toSorted());
  if (!prunes || missing.length === 0) return;
  const gone: GoneEvent[] = (await eventsWithKeys(context.db, missing)).map(({ id, title }) => ({
    id,
    subject: { source: name, record: `event ${id} "${title}"` },
    why: 'is not in the source any more; it is in the trash now',
  }));
  await events.trash(gone);
  await events.trashBelow(
    gone.map(({ id }) => id),
    name,
  );
}
