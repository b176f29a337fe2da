// All components of one UID become drafts: a single event, or a series with its occurrences.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { ImportContext } from '../import-context.ts';
import { createNotes } from '../merge-context.ts';
import type { EventDraft } from '../merge-events.ts';
import type { Subject } from '../report.ts';
import { Unusable } from '../rest/types.ts';
import type { ComponentText } from './components.ts';
import { draftOf, keyOfUid, occurrenceDraft, type ReadComponent } from './draft.ts';
import { type FileEvent, labelOfEvent, type ReadContext, readFileEvent } from './event.ts';
import { inSeries, isRecurring, movedAlike, type Occurrence, occurrencesOf } from './occurrences.ts';
import { identityOf } from './prescan.ts';
import { readProperties } from './properties.ts';
import { UnreadableRule, type Window } from './recurrence-rule.ts';
import { dayOf, type FileTime, readTime, recurrenceName } from './times.ts';

/** An event with its occurrences; a single one has none. */
export interface DraftGroup {
  draft: EventDraft;
  occurrences: readonly EventDraft[];
  isRecurring: boolean;
  /** Its rule cannot be read: it is not known which stored occurrences are gone. */
  isUnreadable?: boolean;
}

export interface SeriesReader {
  read(components: readonly ComponentText[]): Promise<DraftGroup[]>;
  /** Recurring events so far. */
  readonly recurring: number;
}

/** Occurrences of all events of a file. */
const mostOccurrences = 200_000;
/** Rules that give too many occurrences are costly to follow. */
const mostCutSeries = 50;

export function createSeriesReader(context: ImportContext, times: ReadContext, window: Window): SeriesReader {
  const counts = { recurring: 0, occurrences: 0, cut: 0 };

  function count(occurrences: number, isCut: boolean): void {
    counts.recurring += 1;
    counts.occurrences += occurrences;
    if (counts.occurrences > mostOccurrences)
      throw new TransferProblem(
        `${context.prescan.source.name} has more than ${mostOccurrences} occurrences; choose a shorter --horizon.`,
      );
    if (isCut) counts.cut += 1;
    if (counts.cut > mostCutSeries) throw new Unusable('takes place far too often, as many others in the file');
  }

  async function groupsOf(read: readonly ReadComponent[]): Promise<DraftGroup[]> {
    const master = read.find(({ occurrence }) => occurrence === undefined);
    const changed = read.filter(({ occurrence }) => occurrence !== undefined);
    let isUnreadable = false;
    if (master && (isRecurring(master.properties) || changed.length > 0)) {
      try {
        return [await seriesOf(master, changed)];
      } catch (error) {
        if (!(error instanceof UnreadableRule)) throw error;
        const isListed = changed.length > 0 || master.properties.all('RDATE').length > 0;
        const rest = isListed ? 'it takes place on the days that the file lists' : 'it takes place once';
        master.notes.add(`has a recurrence rule that cannot be read; ${rest}`, error.message);
        if (isListed) return [{ ...(await seriesOf(master, changed, false)), isUnreadable: true }];
        isUnreadable = true;
      }
    }
    const groups: DraftGroup[] = [];
    // Occurrences whose series is not in the file are single events too.
    for (const one of read) {
      const draft = await draftOf(context, one, 'single', times);
      groups.push({ draft, occurrences: [], isRecurring: false, isUnreadable });
    }
    return groups;
  }

  async function seriesOf(
    master: ReadComponent,
    changed: readonly ReadComponent[],
    isRuled = true,
  ): Promise<DraftGroup> {
    const { event, properties, notes } = master;
    // Nothing of a cancelled series takes place, changed occurrences neither.
    const changes = event.isCancelled ? changed.map((one) => ({ ...one, event: cancelled(one.event) })) : changed;
    const { occurrences: regular, isCut } = occurrencesOf(properties, event, window, times, notes.add, isRuled);
    count(regular.length, isCut);
    if (isCut) notes.add(`takes place more often than ${window.most} times; the first ones of the window are taken`);
    const byName = new Map(changes.map((one) => namedIn(regular, one, event.start)));
    if (regular.length + byName.size === 0) notes.add('is recurring, but not within the window');
    const draft = await draftOf(context, master, 'series', times);
    const occurrences: EventDraft[] = [];
    const onwards: { name: string; one: ReadComponent; draft: EventDraft }[] = [];
    for (const [name, one] of byName) {
      const changedDraft = await draftOf(context, one, 'occurrence', times);
      occurrences.push(changedDraft);
      if (one.changesLater) onwards.push({ name, one, draft: changedDraft });
    }
    onwards.sort((a, b) => (a.name < b.name ? 1 : -1));
    const kept = regular
      .filter(({ name }) => !byName.has(name))
      .map((occurrence) => {
        const last = onwards.find(({ name }) => name < occurrence.name);
        if (last === undefined) return occurrenceDraft(context, draft, master, occurrence, times);
        const { one } = last;
        const start = movedAlike(occurrence.start, one.occurrence as FileTime, one.event.start, times);
        return occurrenceDraft(context, last.draft, one, { ...occurrence, start }, times);
      });
    return { draft, occurrences: [...kept, ...occurrences], isRecurring: true };
  }

  /** Some programs name an occurrence by its day alone. */
  function namedIn(regular: readonly Occurrence[], one: ReadComponent, start: FileTime): [string, ReadComponent] {
    const time = inSeries(one.occurrence as FileTime, start, times);
    const onDay = time.kind === start.kind ? undefined : regular.find((other) => dayOf(other.start) === dayOf(time));
    const occurrence = onDay?.start ?? time;
    return [recurrenceName(occurrence), { ...one, occurrence }];
  }

  return {
    get recurring() {
      return counts.recurring;
    },
    async read(components) {
      const read = components.flatMap((component) => readComponent(context, component, times) ?? []);
      try {
        return await groupsOf(read);
      } catch (error) {
        if (!(error instanceof Unusable)) throw error;
        for (const { subject } of read) context.reporter.skip('events', subject, error.message, error.detail);
        return [];
      }
    },
  };
}

/** Undefined for what is unusable; the report says why. */
function readComponent(
  { prescan, reporter }: ImportContext,
  component: ComponentText,
  times: ReadContext,
): ReadComponent | undefined {
  try {
    const properties = readProperties(component);
    const subject = subjectOf(prescan.source.name, component, properties.text('SUMMARY'));
    const notes = createNotes(reporter, subject);
    const event = readFileEvent(properties, keyOfUid(identityOf(component).uid, properties), times, notes.add);
    const property = properties.first('RECURRENCE-ID');
    const occurrence = property && readTime(property, times, notes.add);
    if (property && occurrence === undefined) throw new Unusable('has a recurrence id that is no date');
    return {
      event: prescan.calendar?.isCancellation ? cancelled(event) : event,
      properties,
      occurrence,
      changesLater: /THISANDFUTURE/i.test(property?.parameters['range'] ?? ''),
      subject,
      notes,
    };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    reporter.skip('events', subjectOf(prescan.source.name, component), error.message, error.detail);
    return undefined;
  }
}

const cancelled = (event: FileEvent): FileEvent => ({
  ...event,
  isCancelled: true,
  eventStatus: { ...event.eventStatus, columns: { ...event.eventStatus.columns, event_status: 'canceled' } },
});

export const subjectOf = (source: string, { line }: ComponentText, title?: string): Subject => ({
  source,
  record: title === undefined ? `event in line ${line}` : `${labelOfEvent(title)} in line ${line}`,
});
