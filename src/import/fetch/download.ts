// Saves the pages of another site's lists, one after the other, for the import to read as files.

import { readFile } from 'node:fs/promises';
import type { Progress } from '../../core/progress.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { assertPage, listNames } from '../source/prescan.ts';
import { isRecord, listOf, membersOf, type RawRecord } from '../values.ts';
import { emptyList, type Journal, type SavedList } from './journal.ts';
import { announcedPage, nextPage, withFewerRecords } from './next-page.ts';
import { BadReply, type GetOptions, PageTooLarge, politeGet } from './polite-get.ts';

/** A list that is fetched page by page. */
export interface Collection {
  first: URL;
  /** The import fails without it; other lists only complete the records that events refer to. */
  isRequired?: boolean;
  /** Optional details that few sites offer: what can be read is used, and a failure is not reported. */
  isExtra?: boolean;
  /** Requested without the password, as the public sees it. */
  isPublic?: boolean;
  /** Its pages are followed by links only. Those of other lists are numbered: an announced page is requested without a link. */
  isLinked?: boolean;
}

export interface DownloadOptions extends GetOptions {
  /** Pages that it already contains are not fetched again. */
  journal: Journal;
  progress: Progress;
  /** Milliseconds on a monotonic clock. */
  elapsedMs(): number;
}

/** A list as far as it was read; `problem` says why it could not be read. */
export type Downloaded<C extends Collection = Collection> = SavedList & { collection: C; problem?: string };

/**
 * A single page without new records may be due to a shift of the list; this many in a row are a loop. Some sites show the
 * same page of an extra list for every number.
 */
const maxRepeats = ({ isExtra }: Collection): number => (isExtra ? 1 : 3);

/** A run may fetch no more. */
class LimitReached extends TransferProblem {}

interface Download extends DownloadOptions {
  startedMs: number;
  pages: number;
  bytes: number;
}

/** All pages of the lists. Throws TransferProblem or Stopped; the next call resumes from the saved pages. */
export async function downloadLists<C extends Collection>(
  collections: readonly C[],
  options: DownloadOptions,
): Promise<Downloaded<C>[]> {
  const download: Download = { ...options, startedMs: options.elapsedMs(), pages: 0, bytes: 0 };
  const downloaded: Downloaded<C>[] = [];
  for (const collection of collections) {
    try {
      downloaded.push({ ...(await followPages(collection, download)), collection });
    } catch (error) {
      if (!isDispensable(collection, error, download)) throw error;
      const { isExtra, first } = collection;
      if (!isExtra) options.log(`Continuing without ${first.pathname.split('/').at(-1)}: ${error.message}`);
      const list = isExtra ? options.journal.saved(keyOf(collection), first) : emptyList();
      downloaded.push({ ...list, collection, problem: error.message });
    }
  }
  options.progress.stop();
  return downloaded;
}

/** The records of a list that is not merged. */
export async function* readList(list: Collection, options: DownloadOptions): AsyncGenerator<RawRecord> {
  for (const { path } of (await downloadLists([list], options)).flatMap(({ pages }) => pages))
    yield* (listIn(JSON.parse(await readFile(path, 'utf8'))) ?? []).filter(isRecord);
}

/** Whether the import continues without a list that failed. */
function isDispensable(list: Collection, error: unknown, { journal }: Download): error is TransferProblem {
  if (list.isRequired || !(error instanceof TransferProblem) || error instanceof LimitReached) return false;
  if (!list.isPublic) return true;
  // The public may not see it, unlike one that fails for a while or on a later page.
  return error instanceof BadReply && journal.saved(keyOf(list), list.first).pages.length === 0;
}

const keyOf = ({ isPublic, first }: Collection): string => `${isPublic ? 'open ' : ''}${first.href}`;

/** A list that changed during the read is read once more: a record may have moved to a page that was already read. */
async function followPages(collection: Collection, download: Download): Promise<SavedList> {
  const once = await followOnce(collection, download);
  if (!once.isShifted) return once;
  await download.journal.restart(keyOf(collection));
  return followOnce(collection, download);
}

async function followOnce(collection: Collection, download: Download): Promise<SavedList> {
  const { first } = collection;
  download.progress.start(`Fetching ${first.pathname.split('/').findLast((part) => part !== '') ?? first.host}`, 1);
  const seen = new Set<string>();
  for (;;) {
    const list = download.journal.saved(keyOf(collection), first);
    if (list.next === null) return list;
    if (seen.has(list.next)) throw new TransferProblem(`The pages form a loop: ${list.next} is linked a second time.`);
    seen.add(list.next);
    await savePage(new URL(list.next), list, collection, download);
  }
}

async function savePage(url: URL, list: SavedList, collection: Collection, download: Download): Promise<void> {
  const { journal, progress } = download;
  const key = keyOf(collection);
  const page = await getPage(url, collection, download).catch((error: unknown) => {
    const smaller = error instanceof PageTooLarge ? withFewerRecords(url) : undefined;
    if (smaller === undefined && !isBeyondEnd(list, error)) throw error;
    return smaller;
  });
  if (page === undefined || page instanceof URL) return journal.proceed(key, page?.href ?? null);
  const ids = idsIn(page.value);
  const named = ids.filter((id) => id !== '');
  const fresh = new Set(named.filter((id) => !list.ids.has(id)));
  const repeats = named.length > 0 && fresh.size === 0 ? list.repeats + 1 : 0;
  if (repeats >= maxRepeats(collection))
    throw new TransferProblem(`The pages form a loop: ${url.href} repeats the records of earlier pages.`);
  const records = list.records + ids.length;
  const announced = countOf(membersOf(page.value)['total']);
  const total = list.total ?? announced;
  const isShifted = list.isShifted || fresh.size < named.length || (announced !== undefined && announced !== total);
  // In `wp/v2` a header states it.
  const pages = countOf(membersOf(page.value)['total_pages'] ?? page.headers.get('x-wp-totalpages'));
  // A page without records is the last one, even if it has a link.
  const next =
    ids.length === 0
      ? undefined
      : (nextPage(page.value, page.url, collection.first) ??
        (collection.isLinked ? undefined : announcedPage(page.url, pages)));
  await journal.add(
    key,
    { name: url.href, body: page.body },
    { ids: named, repeats, isShifted, records, total, next: next?.href ?? null },
  );
  progress.advance(list.pages.length, pages);
}

async function getPage(url: URL, { isPublic }: Collection, download: Download) {
  assertWithin(url, download);
  const page = await politeGet(url, isPublic ? { ...download, authorization: undefined } : download);
  download.pages += 1;
  download.bytes += page.body.length;
  if (page.value === undefined) throw new TransferProblem(`${url.href} returned something that is not JSON.`);
  // A saved page is not fetched again.
  assertPage(url.href, membersOf(page.value), listIn(page.value) !== undefined);
  return page;
}

/** Some sites announce one page more than they have. */
const isBeyondEnd = ({ pages }: SavedList, error: unknown): boolean =>
  pages.length > 0 && error instanceof BadReply && (error.status === 404 || error.code.endsWith('page-not-found'));

/** Stops an endless site. The next run resumes and may fetch as much again, so that a large site is imported by several runs. */
function assertWithin(url: URL, { limits, pages, bytes, startedMs, elapsedMs }: Download): void {
  const reached =
    (pages >= limits.pages && `${limits.pages} pages`) ||
    (bytes > limits.totalBytes && `${Math.floor(limits.totalBytes / 1024 ** 2)} MiB`) ||
    (elapsedMs() - startedMs > limits.totalMs && `${Math.round(limits.totalMs / 60_000)} minutes`);
  if (reached) throw new LimitReached(`Fetching from ${url.host} stopped after ${reached}, the limit of one run.`);
}

const listIn = (reply: unknown): readonly unknown[] | undefined =>
  isRecord(reply)
    ? [...listNames, 'media'].map((name) => listOf(reply[name])).find((list) => list !== undefined)
    : listOf(reply);

/** Ids of the records on the page; '' for a record without one. */
const idsIn = (reply: unknown): string[] => (listIn(reply) ?? []).map((one) => String(membersOf(one)['id'] ?? ''));

const countOf = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};
