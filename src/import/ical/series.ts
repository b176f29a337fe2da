// All components of one UID become drafts: a single event, or a series with its occurrences.
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { ImportContext } from '../import-context.ts';
import { createNotes } from '../merge-context.ts';
import type { ReadyEvent } from '../merge-events.ts';
import type { Subject } from '../report.ts';
import { Unusable } from '../rest/types.ts';
import type { ComponentText } from './components.ts';
import { draftOf, keyOfUid, occurrenceDraft, type ReadComponent } from './draft.ts';
import { labelOfEvent, readFileEvent } from './event.ts';
import { isRecurring, occurrencesOf } from './occurrences.ts';
import { identityOf } from './prescan.ts';
import { readProperties } from './properties.ts';
import { UnreadableRule, type Window } from './recurrence-rule.ts';
import { type FileTime, readTime, recurrenceName, type TimeContext } from './times.ts';

/** An event with its occurrences; a single one has none. */
export interface DraftGroup {
  draft: ReadyEvent;
  occurrences: readonly ReadyEvent[];
  isRecurring: boolean;
  /** Its rule cannot be read: it is not known which stored occurrences are gone. */
  isUnreadable?: boolean;
}

export interface SeriesReader {
  read(components: readonly ComponentText[]): Promise<DraftGroup[]>;
  /** Recurring events so far. */
  readonly recurring: number;
}

export interface ReadTimes extends TimeContext {
  now: number;
}

/** Occurrences of all events of a file. */
const mostOccurrences = 200_000;
/** Rules that give too many occurrences are costly to follow. */
const mostCutSeries = 50;

export function createSeriesReader(context: ImportContext, times: ReadTimes, window: Window): SeriesReader {
  const counts = { recurring: 0, occurrences: 0, cut: 0 };

  function count(occurrences: number, isCut: boolean): void {
    counts.recurring += 1;
    counts.occurrences += occurrences;
    if (counts.occurrences > mostOccurrences)
      throw new TransferProblem(
        `${context.survey.source.name} has more than ${mostOccurrences} occurrences; choose a shorter --horizon.`,
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
        master.notes.add('has a recurrence rule that cannot be read; it takes place once', error.message);
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

  async function seriesOf(master: ReadComponent, changed: readonly ReadComponent[]): Promise<DraftGroup> {
    const { event, properties, notes } = master;
    const { occurrences: regular, isCut } = occurrencesOf(properties, event, window, times, notes.add);
    count(regular.length, isCut);
    if (isCut) notes.add(`takes place more often than ${window.most} times; the first ones of the window are taken`);
    const byName = new Map(changed.map((one) => [recurrenceName(one.occurrence as FileTime), one]));
    if (regular.length + byName.size === 0) notes.add('is recurring, but not within the window');
    const draft = await draftOf(context, master, 'series', times);
    // Nothing of a cancelled series takes place.
    if (event.isCancelled) return { draft, occurrences: [], isRecurring: true };
    const occurrences = regular
      .filter(({ name }) => !byName.has(name))
      .map((occurrence) => occurrenceDraft(context, draft, master, occurrence, times));
    for (const one of byName.values()) occurrences.push(await draftOf(context, one, 'occurrence', times));
    return { draft, occurrences, isRecurring: true };
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
  { survey, reporter }: ImportContext,
  component: ComponentText,
  times: ReadTimes,
): ReadComponent | undefined {
  try {
    const properties = readProperties(component);
    const subject = subjectOf(survey.source.name, component, properties.text('SUMMARY'));
    const notes = createNotes(reporter, subject);
    const event = readFileEvent(properties, keyOfUid(identityOf(component).uid, properties), times, notes.add);
    const property = properties.first('RECURRENCE-ID');
    const occurrence = property && readTime(property, times, notes.add);
    if (property && occurrence === undefined) throw new Unusable('has a recurrence id that is no date');
    if (/THISANDFUTURE/i.test(property?.parameters['range'] ?? ''))
      notes.add('changes this occurrence and all later ones; only this one is changed');
    const cancelled = survey.calendar?.isCancellation ? ({ status: 'trash', isCancelled: true } as const) : {};
    return { event: { ...event, ...cancelled }, properties, occurrence, subject, notes };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    reporter.skip('events', subjectOf(survey.source.name, component), error.message, error.detail);
    return undefined;
  }
}

export const subjectOf = (source: string, { line }: ComponentText, title?: string): Subject => ({
  source,
  record: title === undefined ? `event in line ${line}` : `${labelOfEvent(title)} in line ${line}`,
});
