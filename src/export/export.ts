// Writes a consistent snapshot of the calendar, one record per line.
import { setImmediate } from 'node:timers/promises';
import { formatUtc } from '../core/dates/civil.ts';
import type { RelatedKind, Taxonomy } from '../core/kinds.ts';
import type { Progress } from '../core/progress.ts';
import { listUsers } from '../resources/users/repository.ts';
import { findMeta } from '../store/meta.ts';
import type { MediaTable } from '../store/schema.ts';
import { inSnapshot } from '../store/snapshot.ts';
import type { Reader, Store } from '../store/store.ts';
import {
  type ExportEnd,
  type ExportedLists,
  type ExportHeader,
  type ExportLine,
  exportFormat,
  exportVersion,
} from './format.ts';
import { presentEventRow, presentMediumRow, presentRelatedRow, presentTermRow, presentUser } from './present.ts';
import {
  countRecords,
  eventPages,
  linksOfEvents,
  mediaPages,
  relatedPages,
  termPages,
  termsOfEvents,
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

type Counts = Record<keyof ExportedLists, number>;

/** Returns the number of records of each kind. */
export const exportCalendar = (dependencies: ExportDependencies): Promise<Counts> =>
  inSnapshot(dependencies.store, async (db) => {
    const { write, progress, now } = dependencies;
    progress.start('Exporting', await countRecords(db));
    try {
      const head: ExportHeader = {
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

type Lists = { [K in keyof ExportedLists]: AsyncIterable<ExportedLists[K][]> };
type LoginOf = (id: number) => string | number;

async function listsOf(db: Reader, takeFiles: ExportDependencies['media']): Promise<Lists> {
  const users = await listUsers(db);
  const logins = new Map(users.map(({ id, login }) => [id, login]));
  const loginOf = (id: number) => logins.get(id) ?? id;
  return {
    users: oneList(users.map(presentUser)),
    categories: terms(db, 'category'),
    tags: terms(db, 'tag'),
    ...(takeFiles === undefined ? {} : { media: media(db, loginOf, takeFiles) }),
    venues: linked(db, 'venue', loginOf),
    organizers: linked(db, 'organizer', loginOf),
    events: events(db, loginOf),
  };
}

async function* oneList<T>(items: T[]): AsyncGenerator<T[]> {
  yield items;
}

async function* terms(db: Reader, taxonomy: Taxonomy) {
  for await (const rows of termPages(db, taxonomy)) {
    const texts = await textsOfTerms(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => presentTermRow(row, texts.get(row.id) ?? []));
  }
}

async function* media(db: Reader, loginOf: LoginOf, takeFiles: (image: MediaTable) => Promise<void>) {
  for await (const rows of mediaPages(db)) {
    const texts = await textsOfRecords(
      db,
      rows.map(({ id }) => id),
    );
    for (const row of rows) await takeFiles(row);
    yield rows.map((row) => presentMediumRow(row, texts.get(row.id) ?? [], loginOf));
  }
}

async function* linked(db: Reader, kind: RelatedKind, loginOf: LoginOf) {
  for await (const rows of relatedPages(db, kind)) {
    const texts = await textsOfRecords(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => presentRelatedRow(row, texts.get(row.id) ?? [], loginOf));
  }
}

async function* events(db: Reader, loginOf: LoginOf) {
  for await (const rows of eventPages(db)) {
    const ids = rows.map(({ id }) => id);
    const texts = await textsOfRecords(db, ids);
    const links = await linksOfEvents(db, ids);
    const terms = await termsOfEvents(db, ids);
    yield rows.map((row) => {
      const named = (kind: RelatedKind) =>
        (links.get(row.id) ?? []).filter((link) => link.kind === kind).map((link) => link.record_id);
      const filed = (taxonomy: Taxonomy) =>
        (terms.get(row.id) ?? []).filter((term) => term.taxonomy === taxonomy).map(({ id }) => id);
      const own = {
        categories: filed('category'),
        tags: filed('tag'),
        venues: named('venue'),
        organizers: named('organizer'),
      };
      return presentEventRow(row, texts.get(row.id) ?? [], own, loginOf);
    });
  }
}

const lineOf = (line: ExportHeader | ExportLine | ExportEnd): string => `${JSON.stringify(line)}\n`;

async function writeLists(lists: Lists, { write, progress, signal }: ExportDependencies): Promise<Counts> {
  const counts: Partial<Counts> = {};
  let written = 0;
  for (const [list, pages] of Object.entries(lists) as [keyof ExportedLists, AsyncIterable<ExportLine['record'][]>][]) {
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
  return counts as Counts;
}
