// What a run fetches from a site and the pages fetched so far, kept in a folder until they are imported, so that an
// interrupted run resumes. The first line of the journal is the plan of the run, the others are one per page; a truncated
// last line is ignored.
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt } from '../../core/errors.ts';
import type { Source } from '../source/read-bytes.ts';

interface Progress {
  /** Consecutive pages without new records. */
  repeats: number;
  /** The list changed while it was read: a record that moved between pages may be missing. */
  isShifted: boolean;
  /** Number of records received; `total` is the number that the site announces. */
  records: number;
  total: number | undefined;
  /** URL of the next page; `null` at the end. */
  next: string | null;
}

export interface SavedList extends Progress {
  pages: Source[];
  /** Ids of its records, until its end. */
  ids: Set<string>;
}

interface Line extends Partial<Progress> {
  list: string;
  isRestarted?: true;
  page?: { name: string; file: string };
  ids?: readonly string[];
}

export type Journal = Omit<Awaited<ReturnType<typeof openJournal>>, 'plan' | 'begin'>;

/** Continues the journal in the folder if its plan is resumable, else discards it. `begin` has to be called next. */
export async function openJournal<Plan>(folder: string, isResumable: (plan: Plan) => boolean) {
  const path = join(folder, 'journal.jsonl');
  const [head, ...lines] = (await readLines(path)) as [{ plan?: Plan }?, ...Line[]];
  const plan = head?.plan !== undefined && isResumable(head.plan) ? head.plan : undefined;
  const remove = () => rm(folder, { recursive: true, force: true });
  if (plan === undefined) await remove();
  const kept = plan === undefined ? [] : lines;
  const lists = new Map<string, SavedList>();
  for (const line of kept) note(lists, line, folder);
  const save = (file: string, content: string | Buffer) => writeFile(join(folder, file), content, { mode: 0o600 });
  const write = async (line: Line) => {
    await appendFile(path, `${JSON.stringify(line)}\n`);
    note(lists, line, folder);
  };
  let records = 0;
  return {
    /** Plan of the interrupted run that this one resumes. */
    plan,
    /** Renamed into place, so that a killed process leaves a journal that is whole. */
    async begin(next: Plan) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await save('journal.new', [{ plan: next }, ...kept].map((line) => `${JSON.stringify(line)}\n`).join(''));
      await rename(join(folder, 'journal.new'), path);
    },
    /** What has been read of the list that begins at this URL. */
    saved: (list: string, first: URL): SavedList => lists.get(list) ?? { ...emptyList(), next: first.href },
    async add(list: string, { name, body }: { name: string; body: Buffer }, after: Omit<Line, 'list'>) {
      const file = `${randomUUID()}.json`;
      await save(file, body);
      await write({ ...after, list, page: { name, file } });
    },
    /** Continues the list at a URL, or ends it. */
    proceed: (list: string, next: string | null) => write({ list, next }),
    /** Discards the list, to be read again. */
    restart: (list: string) => write({ list, isRestarted: true }),
    /** Saves a page that belongs to no list; a resumed run fetches it again. */
    async addSingle(name: string, content: object): Promise<Source> {
      const file = `single-${++records}.json`;
      await save(file, JSON.stringify(content));
      return { name, path: join(folder, file) };
    },
    remove,
  };
}

export const emptyList = (): SavedList => {
  const progress = { repeats: 0, isShifted: false, records: 0, total: undefined, next: null };
  return { ...progress, pages: [], ids: new Set() };
};

function note(
  lists: Map<string, SavedList>,
  { list, page, isRestarted, ids = [], ...after }: Line,
  folder: string,
): void {
  if (isRestarted) return void lists.delete(list);
  const saved = Object.assign(lists.get(list) ?? emptyList(), after);
  if (page) saved.pages.push({ name: page.name, path: join(folder, page.file) });
  for (const id of ids) saved.ids.add(id);
  if (saved.next === null) saved.ids.clear();
  lists.set(list, saved);
}

async function readLines(path: string): Promise<unknown[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => attempt(() => JSON.parse(line)) ?? []);
}
