// Saves the pages of another site's lists, one after the other, for the import to read as files.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stopped, TransferProblem } from '../problem.ts';
import type { Progress } from '../progress.ts';
import type { Source } from '../source/read-pieces.ts';
import { type Collection, collectionsOf, nextPage, siteOfAddress } from './addresses.ts';
import type { FetchLimits } from './limits.ts';
import { BadReply, politeGet } from './polite-get.ts';

export interface DownloadOptions {
  /** Where the pages go; the caller removes it. */
  folder: string;
  limits: FetchLimits;
  signal: AbortSignal;
  tell(line: string): void;
  progress: Progress;
  /** Milliseconds of a clock that never goes back. */
  elapsedMs(): number;
}

interface Download extends DownloadOptions {
  startedMs: number;
  pages: number;
  bytes: number;
}

/** All pages behind the address. Throws TransferProblem or Stopped; what was saved is of no use then. */
export async function downloadPages(address: string, options: DownloadOptions): Promise<Source[]> {
  const download: Download = { ...options, startedMs: options.elapsedMs(), pages: 0, bytes: 0 };
  const sources: Source[] = [];
  try {
    for (const collection of collectionsOf(address)) sources.push(...(await downloadList(collection, download)));
  } catch (error) {
    if (options.signal.aborted) throw new Stopped();
    throw error;
  } finally {
    options.progress.stop();
  }
  return sources;
}

async function downloadList(collection: Collection, download: Download): Promise<Source[]> {
  try {
    return await followPages(collection.first, download);
  } catch (error) {
    if (collection.isRequired || !(error instanceof TransferProblem)) throw error;
    download.tell(`Going on without ${collection.first.pathname.split('/').at(-1)}: ${error.message}`);
    return [];
  }
}

async function followPages(first: URL, download: Download): Promise<Source[]> {
  const sources: Source[] = [];
  const seen = new Set<string>();
  download.progress.start(`Fetching ${first.pathname.split('/').findLast((part) => part !== '') ?? first.host}`, 1);
  for (let url: URL | undefined = first; url !== undefined; ) {
    if (seen.has(url.href))
      throw new TransferProblem(`The pages go round in circles: ${url.href} comes a second time.`);
    seen.add(url.href);
    const page = await getPage(url, sources.length > 0, download);
    if (page === undefined) break;
    const path = join(download.folder, `page-${String(download.pages).padStart(6, '0')}.json`);
    await writeFile(path, page.body, { mode: 0o600 });
    sources.push({ name: url.href, path, site: siteOfAddress(page.url) });
    download.progress.advance(sources.length, totalPages(page.reply));
    url = nextPage(page.reply, page.url, sameOrigin(first, page.url));
  }
  return sources;
}

/** After a redirect from http to https the whole list is at https. */
function sameOrigin(first: URL, at: URL): URL {
  const url = new URL(first);
  url.protocol = at.protocol;
  url.port = at.port;
  return url;
}

async function getPage(url: URL, isFurther: boolean, download: Download) {
  assertWithin(url, download);
  try {
    const { body, url: from } = await politeGet(url, download);
    download.pages += 1;
    download.bytes += body.length;
    return { body, url: from, reply: parsePage(body, url) };
  } catch (error) {
    // Some sites promise one page more than they have.
    if (isFurther && error instanceof BadReply && (error.status === 404 || error.code.endsWith('page-not-found')))
      return undefined;
    throw error;
  }
}

function parsePage(body: Buffer, url: URL): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    throw new TransferProblem(`${url.href} answers what is not JSON.`);
  }
}

function assertWithin(url: URL, { limits, pages, bytes, startedMs, elapsedMs }: Download): void {
  if (pages >= limits.pages)
    throw new TransferProblem(
      `${url.host} has more than ${limits.pages} pages; import a part of them, by start_date and end_date.`,
    );
  if (bytes > limits.totalBytes) {
    throw new TransferProblem(
      `${url.host} has answered more than ${Math.floor(limits.totalBytes / 1024 ** 2)} MiB; import a part, by start_date and end_date.`,
    );
  }
  if (elapsedMs() - startedMs > limits.totalMs) {
    throw new TransferProblem(
      `${url.host} has not come to an end within ${Math.round(limits.totalMs / 60_000)} minutes.`,
    );
  }
}

const totalPages = (reply: unknown): number | undefined => {
  const total =
    typeof reply === 'object' && reply !== null && 'total_pages' in reply ? Number(reply.total_pages) : Number.NaN;
  return Number.isSafeInteger(total) && total > 0 ? total : undefined;
};
