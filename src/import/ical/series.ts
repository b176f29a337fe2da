// Turns the components of one UID into drafts: a single event, or a series with its occurrences.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { ImportContext } from '../import-context.ts';
import type { EventDraft } from '../merge/events.ts';
import { createRecordReport, labelOf, type RecordReport, skipUnusable, Unusable } from '../report.ts';
import type { CalendarPrescan } from '../source/prescan.ts';
import type { ComponentText } from './components.ts';
import { draftOf, keyOfUid, occurrenceDraft, type ReadComponent } from './draft.ts';
import { type FileEvent, type ReadContext, readFileEvent } from './event.ts';
import { inSeries, isRecurring, movedAlike, type Occurrence, type Occurrences, occurrencesOf } from './occurrences.ts';
import { identityOf } from './prescan.ts';
import { readProperties } from './properties.ts';
import type { Window } from './recurrence-rule.ts';
import { dayOf, type FileTime, readTime, recurrenceIdOf } from './times.ts';

/** An event with its occurrences, if it is a series. */
export interface DraftGroup {
  draft: EventDraft;
  occurrences: readonly EventDraft[];
  isRecurring: boolean;
  /** A rule could not be read: which stored occurrences no longer take place is unknown. */
  isUnreadable: boolean;
}

/** Maximum number of occurrences in a file. */
const maxOccurrences = 200_000;
/** Rules with too many occurrences are expensive to follow. */
const maxCutSeries = 50;

interface Reading {
  context: ImportContext<CalendarPrescan>;
  window: Window;
  counts: { recurring: number; occurrences: number; cut: number };
}

export function createSeriesReader(
  context: ImportContext<CalendarPrescan>,
  timesOf: (component: ComponentText) => ReadContext,
  window: Window,
) {
  const counts = { recurring: 0, occurrences: 0, cut: 0 };
  return {
    /** Number of recurring events so far. */
    get recurring(): number {
      return counts.recurring;
    },
    async read(components: readonly ComponentText[]): Promise<readonly DraftGroup[]> {
      const read = await Array.fromAsync(components, (component) =>
        skipUnusable([reportOn(context, component)], () => readComponent(context, component, timesOf(component))),
      );
      const usable = read.filter((one) => one !== undefined);
      const reports = usable.map(({ report }) => report);
      return (await skipUnusable(reports, () => groupsOf({ context, window, counts }, usable))) ?? [];
    },
  };
}

async function groupsOf(reading: Reading, components: readonly ReadComponent[]): Promise<DraftGroup[]> {
  const master = components.find(({ occurrence }) => occurrence === undefined);
  const changed = components.filter((one) => one.occurrence !== undefined);
  if (!master || !(isRecurring(master.properties) || changed.length > 0)) return singlesOf(reading, components, false);
  const { properties, event, times, report } = master;
  const expansion = occurrencesOf(properties, event.start, reading.window, times, report.note);
  const isRuled = expansion.unreadable.rules.length < properties.rules('RRULE').length;
  const isListed = changed.length > 0 || properties.all('RDATE').length > 0;
  const others = isListed ? 'it takes place on the days that the file lists' : 'it takes place once';
  noteUnreadable(master, expansion, isRuled ? 'its other rules are followed' : others);
  return isRuled || isListed
    ? [await seriesOf(reading, master, changed, expansion)]
    : singlesOf(reading, components, true);
}

/** Occurrences of a series that is not in the file are single events as well. */
const singlesOf = ({ context }: Reading, components: readonly ReadComponent[], isUnreadable: boolean) =>
  Array.fromAsync(components, async (one): Promise<DraftGroup> => {
    const draft = await draftOf(context, one, 'single');
    return { draft, occurrences: [], isRecurring: false, isUnreadable };
  });

function noteUnreadable({ report }: ReadComponent, { unreadable }: Occurrences, whatRemains: string): void {
  for (const problem of unreadable.rules)
    report.note(`has a recurrence rule that cannot be read; ${whatRemains}`, problem);
  for (const problem of unreadable.exceptionRules)
    report.note('has a rule of exceptions that cannot be read; the dates that it excludes are listed', problem);
}

async function seriesOf(
  reading: Reading,
  master: ReadComponent,
  changed: readonly ReadComponent[],
  { occurrences: regular, isCut, unreadable }: Occurrences,
): Promise<DraftGroup> {
  const { context, window } = reading;
  const { note } = master.report;
  count(reading, regular.length, isCut);
  if (isCut) note(`has more than ${window.max} occurrences within the window; only the first ones are imported`);
  const changes = changesOf(master, changed, regular);
  if (regular.length + changes.length === 0) note('has no occurrences within the window');
  const draft = await draftOf(context, master, 'series');
  const changedDrafts = await Array.fromAsync(changes, async (change) => ({
    change,
    draft: await draftOf(context, change, 'occurrence'),
  }));
  const lasting = changedDrafts.filter(({ change }) => change.changesLater);
  lasting.sort((a, b) => (a.change.recurrenceId < b.change.recurrenceId ? -1 : 1));
  const draftFor = (occurrence: Occurrence): EventDraft => {
    const last = lasting.findLast(({ change }) => change.recurrenceId < occurrence.recurrenceId);
    if (last === undefined) return occurrenceDraft(context, draft, master, occurrence);
    const start = movedAlike(occurrence.start, last.change.occurrence, last.change.event.start);
    return occurrenceDraft(context, last.draft, last.change, { ...occurrence, start });
  };
  const changedIds = new Set(changes.map(({ recurrenceId }) => recurrenceId));
  const unchanged = regular.filter(({ recurrenceId }) => !changedIds.has(recurrenceId)).map(draftFor);
  return {
    draft,
    occurrences: [...unchanged, ...changedDrafts.map((one) => one.draft)],
    isRecurring: true,
    isUnreadable: unreadable.rules.length > 0,
  };
}

function count({ counts, context }: Reading, occurrences: number, isCut: boolean): void {
  counts.recurring += 1;
  counts.occurrences += occurrences;
  if (counts.occurrences > maxOccurrences)
    throw new TransferProblem(
      `${context.prescan.source.name} has more than ${maxOccurrences} occurrences; choose a shorter --horizon.`,
    );
  if (isCut) counts.cut += 1;
  if (counts.cut > maxCutSeries) throw new Unusable('has too many occurrences, like many others in the file');
}

/** What takes place instead of an occurrence. */
interface Change extends ReadComponent {
  occurrence: FileTime;
  recurrenceId: string;
}

/** Of several changes of one occurrence the last counts. */
function changesOf(master: ReadComponent, changed: readonly ReadComponent[], regular: readonly Occurrence[]): Change[] {
  const { start, isCancelled } = master.event;
  const changes = changed.map((one): Change => {
    const time = inSeries(one.occurrence as FileTime, start);
    // Some programs refer to an occurrence by its day alone.
    const onDay = time.kind === start.kind ? undefined : regular.find((other) => dayOf(other.start) === dayOf(time));
    const occurrence = onDay?.start ?? time;
    // If a series is cancelled, its changed occurrences do not take place either.
    const event = isCancelled ? cancelled(one.event) : one.event;
    return { ...one, event, occurrence, recurrenceId: recurrenceIdOf(occurrence) };
  });
  return [...new Map(changes.map((change) => [change.recurrenceId, change])).values()];
}

/** Throws Unusable. */
function readComponent(
  context: ImportContext<CalendarPrescan>,
  component: ComponentText,
  times: ReadContext,
): ReadComponent {
  const properties = readProperties(component, times.isOurs);
  const report = reportOn(context, component, properties.text('SUMMARY'));
  const event = readFileEvent(properties, keyOfUid(identityOf(component).uid, properties), times, report.note);
  const property = properties.first('RECURRENCE-ID');
  const occurrence = property && readTime(property, times, report.note);
  if (property && occurrence === undefined) throw new Unusable('has an invalid recurrence id');
  return {
    event: times.isCancellation ? cancelled(event) : event,
    times,
    properties,
    occurrence,
    changesLater: /THISANDFUTURE/i.test(property?.parameters['range'] ?? ''),
    report,
  };
}

const cancelled = (event: FileEvent): FileEvent => ({
  ...event,
  isCancelled: true,
  columns: { ...event.columns, event_status: 'canceled' },
});

export const reportOn = (
  { reporter, prescan }: ImportContext<CalendarPrescan>,
  { line }: ComponentText,
  title?: string,
): RecordReport =>
  createRecordReport(reporter, 'event', {
    source: prescan.source.name,
    record: title === undefined ? `event in line ${line}` : `${labelOf('event', undefined, title)} in line ${line}`,
  });
