// Writes a consistent snapshot of the calendar, one record per line.
import { setImmediate } from 'node:timers/promises';
import { formatUtc } from '../core/dates/civil.ts';
import type { RelatedKind, Taxonomy } from '../core/kinds.ts';
import type { Progress } from '../core/progress.ts';
import { linksByEvents } from '../resources/related/repository-events.ts';
import { termIdsByTaxonomy } from '../resources/terms/repository-events.ts';
import { listUsers } from '../resources/users/repository.ts';
import { findMeta } from '../store/meta.ts';
import type { MediaTable } from '../store/schema.ts';
import { inSnapshot, type Reader, type Store } from '../store/store.ts';
import { exportFormat, exportVersion } from './format.ts';
import { type Links, writeRecord, writeUser } from './records.ts';
import {
  countRecords,
  eventPages,
  mediaPages,
  relatedPages,
  termPages,
  textsOfRecords,
  textsOfTerms,
} from './repository.ts';

export interface ExportDependencies {
  store: Store;
  /** UTC seconds. */
  now: number;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
  progress: Progress;
  signal: AbortSignal;
  /** Copies the files of each image; without it images are left out. */
  media?: ((image: MediaTable) => Promise<void>) | undefined;
}

/** Number of records by list. */
export type ExportCounts = Readonly<Record<string, number>>;

export const exportCalendar = (dependencies: ExportDependencies): Promise<ExportCounts> =>
  inSnapshot(dependencies.store, async (db) => {
    const { write, progress, now } = dependencies;
    progress.start('Exporting', await countRecords(db));
    try {
      const head = {
        format: exportFormat,
        version: exportVersion,
        exported_at: formatUtc(now),
        calendar_id: (await findMeta(db, 'calendar_id')) ?? null,
        event_password_salt: (await findMeta(db, 'event_password_salt')) ?? null,
      };
      await write(lineOf(head));
      const counts = await writeLists(await listsOf(db, dependencies.media), dependencies);
      const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
      await write(lineOf({ records }));
      return counts;
    } finally {
      progress.stop();
    }
  });

/** Pages of records, in the order in which they are written. */
type Lists = Readonly<Record<string, AsyncIterable<object[]> | Iterable<object[]>>>;

async function listsOf(db: Reader, takeFiles: ExportDependencies['media']): Promise<Lists> {
  const users = await listUsers(db);
  const logins = new Map(users.map(({ id, login }) => [id, login]));
  const withLogin = <Row extends { author_id: number }>(row: Row) => ({
    ...row,
    author_id: logins.get(row.author_id) ?? row.author_id,
  });
  const termTexts = (ids: readonly number[]) => textsOfTerms(db, ids);
  const recordTexts = (ids: readonly number[]) => textsOfRecords(db, ids);
  const terms = (taxonomy: Taxonomy) =>
    writeEach(termPages(db, taxonomy), termTexts, (row, texts) => writeRecord('term', row, texts));
  const related = (kind: RelatedKind) =>
    writeEach(relatedPages(db, kind), recordTexts, (row, texts) => writeRecord('related', withLogin(row), texts));
  const media = (copyFiles: (image: MediaTable) => Promise<void>) =>
    writeEach(mediaPages(db), recordTexts, async (row, texts) => {
      await copyFiles(row);
      return writeRecord('medium', withLogin(row), texts);
    });
  const events = writeEach(withLinks(db), recordTexts, (row, texts) => writeRecord('event', withLogin(row), texts));
  return {
    users: [users.map(writeUser)],
    categories: terms('category'),
    tags: terms('tag'),
    ...(takeFiles === undefined ? {} : { media: media(takeFiles) }),
    venues: related('venue'),
    organizers: related('organizer'),
    events,
  };
}

async function* writeEach<Row extends { id: number }, Text>(
  pages: AsyncIterable<Row[]>,
  textsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, readonly Text[]>>,
  writeOne: (row: Row, texts: readonly Text[]) => object | Promise<object>,
): AsyncGenerator<object[]> {
  for await (const rows of pages) {
    const texts = await textsOf(rows.map(({ id }) => id));
    yield await Array.fromAsync(rows, (row) => writeOne(row, texts.get(row.id) ?? []));
  }
}

async function* withLinks(db: Reader) {
  for await (const rows of eventPages(db)) {
    const ids = rows.map(({ id }) => id);
    const linksOf = await linksByEvents(db, ids);
    const termsOf = await termIdsByTaxonomy(db, ids);
    yield rows.map((row) => {
      const { venue: venues, organizer: organizers } = linksOf(row.id);
      const { category: categories, tag: tags } = termsOf(row.id);
      return { ...row, categories, tags, venues, organizers } satisfies Links;
    });
  }
}

const lineOf = (line: object): string => `${JSON.stringify(line)}\n`;

async function writeLists(lists: Lists, { write, progress, signal }: ExportDependencies): Promise<ExportCounts> {
  const counts: Record<string, number> = {};
  let written = 0;
  for (const [list, pages] of Object.entries(lists)) {
    let count = 0;
    for await (const records of pages) {
      signal.throwIfAborted();
      await write(records.map((record) => lineOf({ list, record })).join(''));
      count += records.length;
      written += records.length;
      progress.advance(written);
      await setImmediate();
    }
    counts[list] = count;
  }
  return counts;
}
