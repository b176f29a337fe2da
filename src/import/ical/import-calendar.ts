// Imports a calendar file: components are read one at a time, those with the same UID become drafts (`series.ts`,
// `draft.ts`), recurring events with their occurrences, and drafts are upserted in batches.
import { addMonths, formatUtc } from '../../core/dates/civil.ts';
import { languageOfTag } from '../../core/languages.ts';
import type { ImportContext } from '../import-context.ts';
import { eventsWithKeys, importedSubEvents, previousKeys, saveKeys } from '../merge/repository.ts';
import { expectedSkips } from '../report.ts';
import type { CalendarPrescan } from '../source/prescan.ts';
import { createBatches, trashEvent } from './batches.ts';
import { type ComponentText, readComponents } from './components.ts';
import type { ReadContext } from './event.ts';
import {
  type CalendarIndex,
  type CalendarProperties,
  identityOf,
  isAnotherEvent,
  nameOfIdentity,
  noProperties,
} from './prescan.ts';
import type { Window } from './recurrence-rule.ts';
import { createSeriesReader, reportOn } from './series.ts';
import { createZoneFinder, zoneNamed } from './time-zones.ts';
import { dayOfUtc } from './times.ts';

/** Maximum number of occurrences of one event. */
const maxOccurrences = 2000;
const pastMonths = 12;

const clash = 'has the UID of another event in the file; only the other one is imported';

export async function importCalendar(context: ImportContext<CalendarPrescan>): Promise<void> {
  const { prescan, files } = context;
  const { source, encoding } = prescan;
  const window = windowAt(context.now, files.horizonMonths);
  const batches = createBatches(context, window);
  const series = createSeriesReader(context, createReadContexts(context, prescan), window);
  const groups = createGroups(prescan);
  const keys = new Set<string>();
  /** When the earliest event of the source ends. */
  let firstEnd = Number.POSITIVE_INFINITY;
  let ordinal = -1;
  if (encoding !== 'utf-8') note(context, 'is not in UTF-8', `read as ${encoding}`);

  for await (const piece of readComponents(source, encoding)) {
    if (piece.kind !== 'event') continue;
    ordinal += 1;
    const { component } = piece;
    const identity = identityOf(component);
    const selected = prescan.selected.get(nameOfIdentity(identity, ordinal));
    const isSelected = selected?.ordinal === ordinal;
    if (selected && !isSelected) {
      const reason = isAnotherEvent(component, selected) ? clash : expectedSkips.repeated;
      reportOn(context, component).skip(reason, identity.uid);
    }
    const complete = groups.add(component, identity.uid, ordinal, isSelected);
    // Unreadable events count as well: they are still in the source.
    if (complete.length > 0 && identity.uid !== '') keys.add(identity.uid);
    for (const group of await series.read(complete)) {
      keys.add(group.draft.key);
      for (const { columns } of [group.draft, ...group.occurrences]) firstEnd = Math.min(firstEnd, columns.end_utc);
      await batches.add(group);
    }
    await context.step();
  }
  await batches.finish();
  if (series.recurring > 0)
    note(
      context,
      'has recurring events; their occurrences are imported within a window',
      `${series.recurring}, ${dayOfUtc(window.from)} to ${dayOfUtc(window.to)}`,
    );
  await pruneMissing(context, keys, Math.min(firstEnd, context.now));
}

/** Collects components until all with their UID have been read: a changed occurrence may precede its event. */
function createGroups({ groups }: CalendarIndex) {
  const waitingByUid = new Map<string, ComponentText[]>();
  return {
    /** Returns the selected components of the UID once all have been read. */
    add(component: ComponentText, uid: string, ordinal: number, isSelected: boolean): readonly ComponentText[] {
      const group = groups.get(uid);
      if (!group?.hasOccurrences) return isSelected ? [component] : [];
      const waiting = waitingByUid.get(uid) ?? [];
      waitingByUid.set(uid, waiting);
      if (isSelected) waiting.push(component);
      if (ordinal < group.last) return [];
      waitingByUid.delete(uid);
      return waiting;
    },
  };
}

const note = ({ reporter, prescan }: ImportContext, what: string, detail?: string): void =>
  reporter.note({ source: prescan.source.name, record: 'the file' }, what, detail);

function windowAt(now: number, horizonMonths: number): Window {
  const [day, clock] = formatUtc(now).split(' ') as [string, string];
  const at = (months: number) => Date.parse(`${addMonths(day, months)}T${clock}Z`) / 1000;
  return { from: at(-pastMonths), to: at(horizonMonths), max: maxOccurrences };
}

/** A file may contain several calendars, with properties of their own. */
function createReadContexts(context: ImportContext, { calendars, definitions }: CalendarIndex) {
  const contexts = new Map<string, ReadContext>();
  return ({ calendar }: ComponentText): ReadContext => {
    const properties = calendars[calendar] ?? noProperties;
    const key = JSON.stringify(properties);
    const found = contexts.get(key) ?? readContextOf(context, properties, definitions);
    contexts.set(key, found);
    return found;
  };
}

function readContextOf(
  context: ImportContext,
  { zone, isOurs, isCancellation, language }: CalendarProperties,
  definitions: CalendarIndex['definitions'],
): ReadContext {
  const { zones, siteZone, now, files } = context;
  const named = zone === '' ? undefined : zoneNamed(zone, zones);
  if (zone !== '' && named === undefined)
    note(context, `has an unknown default time zone; that of the site is used, ${siteZone}`, zone);
  const defaultZone = named ?? siteZone;
  return {
    zones,
    defaultZone,
    now,
    findZone: createZoneFinder(definitions, { zones, siteZone: defaultZone, now }),
    calendarLanguage: languageOfTag(language) ?? context.language,
    isCancellation,
    isOurs,
    // Addresses in files of another Kalends were public there.
    organizerAddresses: isOurs || files.organizerAddresses,
  };
}

/**
 * Stores the keys of the source's events, and with `--prune` trashes those that are no longer in it. Many sources contain
 * only what is still to come: events that ended before `from` stay.
 */
async function pruneMissing(context: ImportContext, keys: ReadonlySet<string>, from: number): Promise<void> {
  const { prescan, files, db } = context;
  const { identity } = prescan.source;
  if (identity === undefined) return;
  const before = await previousKeys(db, identity);
  const missing = before.filter((key) => !keys.has(key));
  // A calendar that is suddenly empty is more likely broken.
  const prunes = files.prune && keys.size > 0;
  if (files.prune && !prunes && missing.length > 0) note(context, 'has no events at all; nothing was pruned');
  // Events that are not pruned now may be later.
  await saveKeys(db, identity, [...keys, ...(prunes ? [] : missing)].toSorted());
  if (!prunes || missing.length === 0) return;
  const stored = await eventsWithKeys(db, missing);
  const ids = stored.map(({ id }) => id);
  const below = await importedSubEvents(db, ids);
  const byParent = Map.groupBy(below, ({ post_parent }) => post_parent);
  const gone = stored.filter((one) => [one, ...(byParent.get(one.id) ?? [])].some(({ end_utc }) => end_utc >= from));
  const removed = new Set(gone.map(({ id }) => id));
  for (const one of gone) await trashEvent(context, one, 'is no longer in the source; moved to the trash');
  for (const one of below)
    if (removed.has(one.post_parent) && !removed.has(one.id))
      await trashEvent(context, one, 'is an occurrence of a removed event; moved to the trash');
}
