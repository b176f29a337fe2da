// Fetched pages of a site, kept in a folder until they are imported, so that an interrupted run resumes. The journal has one
// line per page; a truncated last line is ignored.
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../source/read-pieces.ts';

/** Progress of one list. */
export interface SavedList {
  pages: Source[];
  /** Ids of its records. */
  ids: ReadonlySet<string>;
  /** Consecutive pages without new records. */
  repeats: number;
  /** It changed during the read: a record that moved between pages may be missing. */
  isShifted: boolean;
  records: number;
  total: number | undefined;
  /** Address of the next page; `null` at the end. */
  next: string | null;
  /** As many records came as the site announced. */
  isWhole: boolean;
}

export type Journal = Awaited<ReturnType<typeof openJournal>>;

/** State of the list after a page. */
interface Page extends Omit<SavedList, 'pages' | 'ids'> {
  /** Ids of the page's records. */
  ids: readonly string[];
}

interface Line extends Page {
  list: string;
  isRestarted?: true;
  page: (Omit<Source, 'path'> & { file: string }) | null;
}

const fileName = 'journal.jsonl';

/** Resumes the journal in the folder, or starts one. */
export async function openJournal(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, fileName);
  const lists = new Map<string, SavedList>();
  const lines = await readLines(path);
  for (const line of lines) note(lists, line, folder);
  // Rewritten, so that the next line does not continue a truncated one.
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
  const write = async (line: Line) => {
    await appendFile(path, `${JSON.stringify(line)}\n`);
    note(lists, line, folder);
  };
  return {
    saved: (list: string): SavedList | undefined => lists.get(list),
    async add(list: string, { source, body }: { source: Omit<Source, 'path'>; body: Buffer }, after: Page) {
      const file = `${randomUUID()}.json`;
      await writeFile(join(folder, file), body, { mode: 0o600 });
      await write({ list, page: { ...source, file }, ...after });
    },
    /** Discards the list, to be read again. */
    async restart(list: string) {
      const { pages: _, ...rest } = emptyList();
      await write({ list, page: null, ...rest, ids: [], isRestarted: true });
    },
    /** Marks the list as read to its end. */
    async end(list: string, isWhole: boolean) {
      const { pages: _, ...rest } = lists.get(list) ?? emptyList();
      await write({ list, page: null, ...rest, ids: [], next: null, isWhole });
    },
  };
}

export const emptyList = (): SavedList => ({
  pages: [],
  ids: new Set(),
  repeats: 0,
  isShifted: false,
  records: 0,
  total: undefined,
  next: null,
  isWhole: false,
});

function note(lists: Map<string, SavedList>, { list, page, isRestarted, ...after }: Line, folder: string): void {
  if (isRestarted) return void lists.delete(list);
  const { pages, ids } = lists.get(list) ?? emptyList();
  if (page) pages.push({ name: page.name, site: page.site, path: join(folder, page.file) });
  for (const id of after.ids) (ids as Set<string>).add(id);
  lists.set(list, { ...after, total: after.total ?? undefined, pages, ids });
}

async function readLines(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}

export const removeJournal = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
