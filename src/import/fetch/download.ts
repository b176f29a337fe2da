// Saves the pages of another site's lists, one after the other, for the import to read as files.

import type { Progress } from '../../core/progress.ts';
import { Stopped, TransferProblem } from '../../core/transfer-problem.ts';
import { isRecord } from '../rest/values.ts';
import { sections } from '../source/prescan.ts';
import type { Source } from '../source/read-pieces.ts';
import { type Collection, nextPage, siteOfAddress } from './addresses.ts';
import { emptyList, type Journal, openJournal, type SavedList } from './journal.ts';
import type { FetchLimits } from './limits.ts';
import { BadReply, type GetOptions, PageTooLarge, politeGet } from './polite-get.ts';

export interface DownloadOptions extends GetOptions {
  /** Where pages are saved; the caller removes it. Pages that it already contains are not fetched again. */
  folder: string;
  limits: FetchLimits;
  progress: Progress;
  /** Milliseconds on a monotonic clock. */
  elapsedMs(): number;
}

/** A single page without new records may be due to a shift of the list; this many in a row are a loop. */
const maxRepeats = 3;

/** A run may fetch no more. */
class LimitReached extends TransferProblem {}

interface Download extends DownloadOptions {
  journal: Journal;
  startedMs: number;
  pages: number;
  bytes: number;
}

export interface Downloaded {
  collection: Collection;
  sources: Source[];
  /** The list was read to its end: records that are not in it are not at the site. */
  isWhole: boolean;
  /** Number of records received; `total` is the number that the site announces. */
  records: number;
  total: number | undefined;
  /** It changed during both reads. */
  isShifted: boolean;
  /** Why it could not be read. */
  problem?: string;
}

/** All pages of the lists. Throws TransferProblem or Stopped; the next call resumes from the saved pages. */
export async function downloadLists(
  collections: readonly Collection[],
  options: DownloadOptions,
): Promise<Downloaded[]> {
  const journal = await openJournal(options.folder);
  const download: Download = { ...options, journal, startedMs: options.elapsedMs(), pages: 0, bytes: 0 };
  const downloaded: Downloaded[] = [];
  try {
    for (const collection of collections) downloaded.push(await downloadList(collection, download));
  } catch (error) {
    if (options.signal.aborted) throw new Stopped();
    throw error;
  } finally {
    options.progress.stop();
  }
  return downloaded;
}

async function downloadList(collection: Collection, download: Download): Promise<Downloaded> {
  try {
    const { pages, isWhole, records, total, isShifted } = await followPages(collection, download);
    return { collection, sources: pages, isWhole, records, total, isShifted };
  } catch (error) {
    const isFatal = collection.isRequired || error instanceof LimitReached || !(error instanceof TransferProblem);
    if (isFatal) throw error;
    download.tell(`Continuing without ${collection.first.pathname.split('/').at(-1)}: ${error.message}`);
    const common = { isWhole: false, records: 0, total: undefined, isShifted: false };
    return { collection, sources: [], ...common, problem: error.message };
  }
}

/** A list that changed during the read is read once more: a record may have moved to a page that was already read. */
async function followPages(collection: Collection, options: Download): Promise<SavedList> {
  const download = collection.isSecret === false ? { ...options, authorization: undefined } : options;
  const { journal } = download;
  const key = `${collection.isSecret === false ? 'open ' : ''}${collection.first.href}`;
  await followOnce(collection, key, download);
  if (journal.saved(key)?.isShifted) {
    await journal.restart(key);
    await followOnce(collection, key, download);
  }
  return journal.saved(key) ?? emptyList();
}

async function followOnce({ first, isNumbered = false }: Collection, key: string, download: Download): Promise<void> {
  const { journal, progress } = download;
  const seen = new Set<string>();
  const before = journal.saved(key);
  progress.start(`Fetching ${first.pathname.split('/').findLast((part) => part !== '') ?? first.host}`, 1);
  let url: URL | null = before === undefined ? first : before.next === null ? null : new URL(before.next);
  while (url !== null) {
    if (seen.has(url.href)) throw new TransferProblem(`The pages form a loop: ${url.href} is linked a second time.`);
    seen.add(url.href);
    url = await savePage(url, { first, key, isNumbered }, download);
  }
}

/** Returns the address of the next page. */
async function savePage(
  url: URL,
  { first, key, isNumbered }: { first: URL; key: string; isNumbered: boolean },
  download: Download,
): Promise<URL | null> {
  const { journal, progress } = download;
  const before = journal.saved(key) ?? emptyList();
  const page = await getPage(url, before.pages.length > 0, download).catch((error: unknown) => {
    const smaller = error instanceof PageTooLarge ? withFewerRecords(url) : undefined;
    if (smaller === undefined) throw error;
    return smaller;
  });
  if (page instanceof URL) return page;
  if (page === undefined) {
    await journal.end(key, before.records >= (before.total ?? 0));
    return null;
  }
  const ids = idsIn(page.reply);
  const named = ids.filter((id) => id !== '');
  const fresh = new Set(named.filter((id) => !before.ids.has(id)));
  const repeats = named.length > 0 && fresh.size === 0 ? before.repeats + 1 : 0;
  if (repeats >= maxRepeats)
    throw new TransferProblem(`The pages form a loop: ${url.href} repeats the records of earlier pages.`);
  const records = before.records + ids.length;
  const announced = numberIn(page.reply, 'total');
  const total = before.total ?? announced;
  const isShifted = before.isShifted || fresh.size < named.length || (announced !== undefined && announced !== total);
  const at = before.pages.length + 1;
  // A page without records is the last one, even if it has a link.
  const linked = ids.length === 0 ? undefined : nextPage(page.reply, page.url, askedAt(first, page.url));
  const next = linked ?? (isNumbered ? promisedPage(page, ids.length) : undefined);
  const isWhole = next === undefined && records >= (total ?? 0);
  const after = { ids: named, repeats, isShifted, records, total, next: next?.href ?? null, isWhole };
  await journal.add(key, { source: { name: url.href, site: siteOfAddress(page.url) }, body: page.body }, after);
  progress.advance(at, numberIn(page.reply, 'total_pages'));
  return next ?? null;
}

/** Some sites announce a next page without a link to it. */
function promisedPage({ reply, url }: { reply: unknown; url: URL }, count: number): URL | undefined {
  const at = Number(url.searchParams.get('page') ?? 1);
  const pages = numberIn(reply, 'total_pages');
  if (pages === undefined || pages <= at || count === 0) return undefined;
  const next = new URL(url);
  next.searchParams.set('page', String(at + 1));
  return next;
}

/** Page sizes for pages that are too large. Each divides the previous one, so that no record is skipped. */
const perPage = [50, 25, 5, 1];

function withFewerRecords(url: URL): URL | undefined {
  const now = Number(url.searchParams.get('per_page'));
  const fewer = perPage[perPage.indexOf(now) + 1];
  if (!perPage.includes(now) || fewer === undefined) return undefined;
  const smaller = new URL(url);
  const skipped = (Number(url.searchParams.get('page') ?? 1) - 1) * now;
  smaller.searchParams.set('per_page', String(fewer));
  smaller.searchParams.set('page', String(skipped / fewer + 1));
  return smaller;
}

/** Follow-up pages keep the protocol of a redirect from http to https, and a reduced page size. */
function askedAt(first: URL, at: URL): URL {
  const url = new URL(first);
  url.protocol = at.protocol;
  url.port = at.port;
  const size = at.searchParams.get('per_page');
  if (size !== null) url.searchParams.set('per_page', size);
  return url;
}

async function getPage(url: URL, isFurther: boolean, download: Download) {
  assertWithin(url, download);
  try {
    const { body, url: from } = await politeGet(url, download);
    download.pages += 1;
    download.bytes += body.length;
    return { url: from, body, reply: parsePage(body, url) };
  } catch (error) {
    // Some sites announce one page more than they have.
    if (isFurther && error instanceof BadReply && (error.status === 404 || error.code.endsWith('page-not-found')))
      return undefined;
    throw error;
  }
}

function parsePage(body: Buffer, url: URL): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new TransferProblem(`${url.href} returned something that is not JSON.`);
  }
}

/** Stops an endless site. The next run resumes and may fetch as much again, so that a large site is imported by several runs. */
function assertWithin(url: URL, { limits, pages, bytes, startedMs, elapsedMs }: Download): void {
  const reached =
    (pages >= limits.pages && `${limits.pages} pages`) ||
    (bytes > limits.totalBytes && `${Math.floor(limits.totalBytes / 1024 ** 2)} MiB`) ||
    (elapsedMs() - startedMs > limits.totalMs && `${Math.round(limits.totalMs / 60_000)} minutes`);
  if (reached) throw new LimitReached(`Fetching from ${url.host} stopped after ${reached}, the limit of one run.`);
}

/** Ids of the records on the page; '' for a record without one. */
function idsIn(reply: unknown): string[] {
  const list = Array.isArray(reply)
    ? reply
    : isRecord(reply)
      ? [...sections, 'media'].map((key) => reply[key]).find((value) => Array.isArray(value))
      : undefined;
  return Array.isArray(list) ? list.map((one: unknown) => (isRecord(one) ? String(one['id'] ?? '') : '')) : [];
}

const numberIn = (reply: unknown, key: 'total' | 'total_pages'): number | undefined => {
  const number = isRecord(reply) ? Number(reply[key] ?? Number.NaN) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};
