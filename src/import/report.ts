// The report of an import: counts per kind, and remarks with the records that they are about.

import { type ChangeKind, plurals } from '../core/kinds.ts';
import { fromKeys } from '../core/objects.ts';
import type { Decision } from '../resources/upsert/types.ts';

export const reportKinds = ['users', 'events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type ReportKind = (typeof reportKinds)[number];
export const outcomes = ['created', 'updated', 'unchanged', 'skipped'] as const;
export type Outcome = (typeof outcomes)[number];

/** The record that a remark is about. */
export interface Subject {
  /** File or URL. */
  source: string;
  /** As `labelOf` makes it. */
  record: string;
}

/** `event 196 "Board meeting"` */
export function labelOf(kind: string, id: number | undefined, title: string): string {
  const characters = [...title.replace(/\p{Cc}+/gu, ' ')];
  const shortTitle = characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('');
  return `${kind}${id === undefined ? '' : ` ${id}`}${shortTitle === '' ? '' : ` "${shortTitle}"`}`;
}

export interface Remark {
  /** One sentence for all records that it applies to. */
  what: string;
  count: number;
  /** The first of them. */
  records: (Subject & { detail?: string })[];
}

/** A record that has another id or URL here than at its source. */
export interface Moved {
  kind: ChangeKind;
  title: string;
  old: Place;
  new: Place;
}

interface Place {
  id: number | undefined;
  /** URL of its page; for a term, its slug. */
  address: string;
}

export interface Report {
  counts: Record<ReportKind, Record<Outcome, number>>;
  /** Records that were not imported, and why. */
  skipped: Remark[];
  /** Records that differ from the source. */
  notes: Remark[];
  moved: Moved[];
}

export type Reporter = ReturnType<typeof createReporter>;

/** Reasons for skipping a record that do not make the import incomplete. */
export const expectedSkips = {
  changedHere: 'was changed here after its last change at the source; left unchanged',
  cancelled: 'is canceled and was never imported',
  repeated: 'has a UID that occurs more than once; the newest version is imported',
} as const;

/** Whether a record of one of these sources was skipped because of a problem. */
export const hasUnexpectedSkips = ({ skipped }: Report, sources: ReadonlySet<string>): boolean =>
  skipped.some(
    ({ what, records }) =>
      !(Object.values(expectedSkips) as string[]).includes(what) && records.some(({ source }) => sources.has(source)),
  );

/** Bounds the memory of a report; counts stay exact. */
const maxRecords = 1000;

export function createReporter() {
  const counts = fromKeys(reportKinds, () => fromKeys(outcomes, () => 0));
  const skipped = new Map<string, Remark>();
  const notes = new Map<string, Remark>();
  const moved: Moved[] = [];
  return {
    count(kind: ReportKind, outcome: Exclude<Outcome, 'skipped'>, by = 1): void {
      counts[kind][outcome] += by;
    },
    skip(kind: ReportKind, subject: Subject, reason: string, detail?: string): void {
      counts[kind].skipped += 1;
      remark(skipped, subject, reason, detail);
    },
    note: (subject: Subject, what: string, detail?: string): void => remark(notes, subject, what, detail),
    move: (one: Moved) => void moved.push(one),
    report: (): Report => ({ counts, skipped: [...skipped.values()], notes: [...notes.values()], moved }),
  };
}

/** Notes something about the record being read. */
export type Note = (what: string, detail?: string) => void;

/** The record cannot be imported; the message is the reason. */
export class Unusable extends Error {
  readonly detail: string | undefined;
  constructor(reason: string, detail?: string) {
    super(reason);
    this.detail = detail;
  }
}

/** Reports on one record; its notes only if it is created or updated. */
export type RecordReport = ReturnType<typeof createRecordReport>;

export function createRecordReport(reporter: Reporter, kind: ChangeKind, subject: Subject) {
  const notes: Parameters<Note>[] = [];
  const skip = (reason: string, detail?: string) => reporter.skip(plurals[kind], subject, reason, detail);
  return {
    subject,
    skip,
    note: (...note: Parameters<Note>): void => void notes.push(note),
    /** Returns whether the record was written. */
    finish(decision: Decision): boolean {
      if (decision === 'kept') skip(expectedSkips.changedHere);
      else if (decision === 'skipped') skip(expectedSkips.cancelled);
      else reporter.count(plurals[kind], decision);
      const isWritten = decision === 'created' || decision === 'updated';
      for (const [what, detail] of isWritten ? notes.splice(0) : []) reporter.note(subject, what, detail);
      return isWritten;
    },
  };
}

/** Reports records that cannot be read as skipped. */
export async function skipUnusable<T>(
  reports: readonly RecordReport[],
  read: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    for (const { skip } of reports) skip(error.message, error.detail);
    return undefined;
  }
}

function remark(remarks: Map<string, Remark>, subject: Subject, what: string, detail: string | undefined): void {
  const found = remarks.get(what) ?? { what, count: 0, records: [] };
  remarks.set(what, found);
  found.count += 1;
  if (found.records.length < maxRecords) found.records.push(detail === undefined ? subject : { ...subject, detail });
}
