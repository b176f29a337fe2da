// One component of a UID, as far as it can be read.
import { createNotes, type Notes } from '../merge/context.ts';
import type { Subject } from '../report.ts';
import { Unusable } from '../rest/types.ts';
import type { ComponentText } from './components.ts';
import { keyOfUid } from './keys.ts';
import type { CalendarMerge } from './merge.ts';
import { type Properties, readProperties } from './properties.ts';
import { type FileEvent, labelOfEvent, readFileEvent } from './read-event.ts';
import { identityOf } from './survey.ts';
import { type FileTime, readTime, type TimeContext } from './times.ts';

/** What comes of a file, and how its times are read. */
export interface Reading {
  merge: CalendarMerge;
  times: TimeContext & { now: number };
}

export interface Member {
  event: FileEvent;
  properties: Properties;
  /** Of which occurrence it tells; undefined for the event itself. */
  occurrence: FileTime | undefined;
  subject: Subject;
  notes: Notes;
}

/** Undefined for what is of no use; the report says why. */
export function readMember({ merge, times }: Reading, component: ComponentText): Member | undefined {
  const { reporter } = merge.context;
  try {
    const properties = readProperties(component);
    const subject = subjectOf(merge, component, properties.text('SUMMARY'));
    const notes = createNotes(reporter, subject);
    const read = readFileEvent(properties, keyOfUid(identityOf(component).uid, properties), times, notes.add);
    const event = merge.survey.calendar?.isCancellation ? cancelled(read) : read;
    const property = properties.first('RECURRENCE-ID');
    const occurrence = property && readTime(property, times, notes.add);
    if (property && occurrence === undefined) throw new Unusable('has a recurrence id that is no date');
    if (/THISANDFUTURE/i.test(property?.parameters['range'] ?? ''))
      notes.add('changes this occurrence and all later ones; only this one is changed');
    return { event, properties, occurrence, subject, notes };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    reporter.skip('events', subjectOf(merge, component), error.message, error.detail);
    return undefined;
  }
}

export const subjectOf = ({ survey }: CalendarMerge, { line }: ComponentText, title?: string): Subject => ({
  source: survey.source.name,
  record: title === undefined ? `event in line ${line}` : `${labelOfEvent(title)} in line ${line}`,
});

const cancelled = (event: FileEvent): FileEvent => ({ ...event, status: 'trash', isCancelled: true });
