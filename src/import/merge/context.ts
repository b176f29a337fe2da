import type { ChangeKind } from '../../core/kinds.ts';
import { program } from '../../core/roles.ts';
import { createUpsert, type Upsert } from '../../resources/upsert/service.ts';
import type { DiskMap } from '../../store/sqlite/scratch.ts';
import type { Subject } from '../report.ts';
import type { ImportTask } from '../types.ts';

/** What merging records depends on. */
export interface MergeContext extends ImportTask {
  /** Writes the records. */
  upsert: Upsert;
  state: MergeState;
}

/** State of an import from one transaction to the next. */
export interface MergeState {
  /** Name of the site, or of the first file. */
  source: string;
  /** New ids are higher than these. */
  maxRecordId: number;
  maxTermId: number;
  /** Pages of a live site may show a record twice, as others were added while they were read. */
  isLive: boolean;
  /** Whether the source has the record of this `stateKey`. Files are not known before they are read. */
  isAtSource(name: string): boolean;
  /** The records read so far, by `stateKey`. A source may have any number of them, so they are not held in memory. */
  records: DiskMap<RecordState>;
  /** Terms with the number of events that the source counts. */
  counted: Map<number, { subject: Subject; count: number }>;
  /** Terms of the events that were written, whose counts are compared with the source's. */
  touchedTerms: Set<number>;
}

export interface RecordState {
  /** Here; absent while the record waits for its batch, and if it cannot be imported. */
  id?: number | undefined;
  /** It was changed here after its last change at the source, and stays as it is. */
  isNewerHere?: boolean;
  /** Absent if the source does not show its URL. */
  source?: SourceRecord;
  /** For an event or category: the key of its parent, '' for none; absent if the source does not state it. */
  parentKey?: string;
  /** Counted as created or updated. */
  isWritten?: boolean;
  subject?: Subject;
}

/** What identifies a record at its source. It gets the slug as soon as that is free. */
export interface SourceRecord {
  kind: ChangeKind;
  key: string;
  id: number | undefined;
  slug: string;
  language: string | undefined;
  title: string;
  /** URL of its page. */
  url: string;
}

export function contextOf(task: ImportTask, state: MergeState): MergeContext {
  const { source, maxRecordId, maxTermId } = state;
  const by = { now: task.now, caller: program(`import ${source}`) };
  return { ...task, state, upsert: createUpsert({ ...task, maxRecordId, maxTermId, by }) };
}

export const stateKey = (kind: ChangeKind, key: string): string => `${kind} ${key}`;

export function partsOfKey(name: string): { kind: ChangeKind; key: string } {
  const end = name.indexOf(' ');
  return { kind: name.slice(0, end) as ChangeKind, key: name.slice(end + 1) };
}

/** Adds to the state of a record. */
export const updateRecord = ({ records }: MergeState, key: string, change: RecordState): void =>
  records.set(key, { ...records.get(key), ...change });

export const otherLanguage = 'is in a different language than here; its texts are left unchanged';
