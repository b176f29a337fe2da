import type { Language } from '../../core/languages.ts';
import type { Writer } from '../../store/store.ts';
import type { Note } from '../pages/types.ts';
import type { Reporter, Subject } from '../report.ts';
import type { IdSpace } from './ids.ts';
import type { SlugBook } from './slugs.ts';

/** What merging records depends on. */
export interface MergeContext {
  db: Writer;
  /** UTC seconds. */
  now: number;
  /** Author of everything that comes in: who wrote it at the source is nobody here. */
  authorId: number;
  /** Of texts whose language the source does not tell. */
  language: Language;
  reporter: Reporter;
  ids: IdSpace;
  slugs: SlugBook;
}

/** Notes about a record, told only when it is taken over: of what stays as it is there is nothing to say. */
export interface Notes {
  add: Note;
  tell(): void;
}

export function createNotes(reporter: Reporter, subject: Subject): Notes {
  const waiting: Parameters<Note>[] = [];
  return {
    add: (...note) => void waiting.push(note),
    tell: () => {
      for (const [what, detail] of waiting.splice(0)) reporter.note(subject, what, detail);
    },
  };
}
