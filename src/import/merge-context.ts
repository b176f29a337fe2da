import type { RecordKind, RelatedKind, Taxonomy } from '../core/kinds.ts';
import type { Language } from '../core/languages.ts';
import type { Upsert } from '../resources/upsert/service.ts';
import type { Writer } from '../store/store.ts';
import type { Reporter, Subject } from './report.ts';
import type { Note } from './rest/types.ts';

/** What merging records depends on. */
export interface MergeContext {
  db: Writer;
  /** UTC seconds. */
  now: number;
  /** Maps authors of the source to users here. */
  authorOf: (author: string) => number;
  /** Of texts whose language the source does not state. */
  language: Language;
  reporter: Reporter;
  /** Writes the records. */
  upsert: Upsert;
  memory: MergeMemory;
}

/** State of an import from one transaction to the next. */
export interface MergeMemory {
  /** Pages of a live site may show a record twice, as others were added while they were read. */
  isLive: boolean;
  /** Ids of the records met so far, by `memoryKey`; undefined for those that wait for their batch or cannot be imported. */
  met: Map<string, number | undefined>;
  /** Those among them that were changed here after their last change at the source, and stay as they are. */
  changedHere: Set<string>;
  /** What the source says of their ids and addresses, by `memoryKey`. */
  addresses: Map<string, AddressWish>;
  /** Places in the category tree. */
  parents: ParentWish[];
  /** Terms with the number of events that the source counts. */
  counted: Map<number, { subject: Subject; count: number }>;
  /** Events that are parts of others, by id here. */
  subEvents: Map<number, { parentKey: string; subject: Subject }>;
  /** Terms of the events that were written, whose counts are compared with the source's. */
  touchedTerms: Set<number>;
}

/** A record that gets the slug of its source as soon as that is free. */
export interface AddressWish {
  kind: 'event' | RelatedKind | Taxonomy;
  key: string;
  /** At the source. */
  id: number | undefined;
  slug: string;
  language: string | undefined;
  title: string;
  /** Of its page at the source. */
  address: string;
  subject: Subject;
}

/** A category whose parent is set when all are stored. */
export interface ParentWish {
  termId: number;
  parentKey: string;
  subject: Subject;
  /** Its creation or update has been counted. */
  isCounted: boolean;
}

export const createMemory = (isLive: boolean): MergeMemory => ({
  isLive,
  met: new Map(),
  changedHere: new Set(),
  addresses: new Map(),
  parents: [],
  counted: new Map(),
  subEvents: new Map(),
  touchedTerms: new Set(),
});

export const memoryKey = (kind: RecordKind | Taxonomy, key: string): string => `${kind} ${key}`;

/** Notes about a record, reported only if it is created or updated. */
export interface Notes {
  add: Note;
  report(): void;
}

export function createNotes(reporter: Reporter, subject: Subject): Notes {
  const waiting: Parameters<Note>[] = [];
  return {
    add: (...note) => void waiting.push(note),
    report: () => {
      for (const [what, detail] of waiting.splice(0)) reporter.note(subject, what, detail);
    },
  };
}

export const otherLanguage = 'is in another language than here; its texts were left as they are';
