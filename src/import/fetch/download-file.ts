// Downloads a file: a published calendar, or a spreadsheet.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isSystemError } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { saveCapped } from '../../fetch/capped-body.ts';
import type { Allowance } from '../../fetch/fetch-allowance.ts';
import { FetchFailed, findTarget, type ResolveHost, type Target } from '../../fetch/fetch-target.ts';
import { type GetLimits, get, type Hop, Retryable } from '../../fetch/get.ts';
import { createConnection } from '../../fetch/safe-fetch.ts';
import type { Source } from '../source/read-bytes.ts';

export interface FileDownloadOptions {
  /** Where the file is saved; the caller removes it. */
  folder: string;
  limits: GetLimits & { fileBytes: number };
  signal: AbortSignal;
  log(line: string): void;
  /** Private hosts that a redirect may lead to. */
  allow: readonly Allowance[];
  resolve: ResolveHost;
}

/** `webcal:`, and URLs that end like a file: `…/calendar.ics`, `…/events.csv`, `…?ical=1`. */
export const isDownloadUrl = (text: string): boolean =>
  /^webcals?:\/\//i.test(text) ||
  (/^https?:\/\//i.test(text) &&
    (/\.(?:ics|ical|csv|tsv)(?:[?#]|$)/i.test(text) || /[?&](?:outlook-)?ical=1\b/i.test(text)));

const headers = { accept: 'text/calendar, text/csv;q=0.9, */*;q=0.1', 'user-agent': 'Kalends (calendar import)' };

/** Throws TransferProblem or Stopped. */
export async function downloadFile(source: string, options: FileDownloadOptions): Promise<Source> {
  const url = URL.parse(source.replace(/^webcal(s?):/i, 'https:'));
  if (url === null) throw new TransferProblem(`${source} is not a web URL.`);
  if (url.username !== '' || url.password !== '')
    throw new TransferProblem(`${url.host}: signing in at the source is not offered; give the URL without a password.`);
  const opened: { destroy(): Promise<void> }[] = [];
  const followRedirect = async (from: URL, location: string): Promise<Hop> => {
    const target = URL.parse(location, from.href);
    if (target === null || !/^https?:$/.test(target.protocol))
      throw new TransferProblem(`${source} redirects to ${location}, which is not a web URL.`);
    if (target.hostname === url.hostname) return { url: target };
    const { dispatcher } = await createConnection(await judged(source, target, options), options.limits.replyMs);
    opened.push(dispatcher);
    return { url: target, dispatcher };
  };
  try {
    return await get({ ...options, url, name: source, headers, followRedirect }, (reply) =>
      save(reply, source, options),
    );
  } finally {
    for (const dispatcher of opened) await dispatcher.destroy();
  }
}

/** The given host may be private; the target of a redirect may not. */
const judged = (source: string, target: URL, { allow, resolve }: FileDownloadOptions): Promise<Target> =>
  findTarget(target, allow, resolve).catch((error: unknown) => {
    if (!(error instanceof FetchFailed)) throw error;
    const hint = error.reason === 'refused' ? ', which is not public (see --fetch-allow)' : '';
    throw new TransferProblem(`${source} redirects to ${target.host}${hint}: ${error.message}.`);
  });

async function save(reply: Response, source: string, { folder, limits }: FileDownloadOptions): Promise<Source> {
  const type = reply.headers.get('content-type') ?? '';
  if (!reply.ok || /\bhtml\b/i.test(type)) {
    await reply.body?.cancel();
    const what = reply.ok ? 'a web page instead of a calendar or spreadsheet' : String(reply.status);
    throw new TransferProblem(`${source} returned ${what}.`);
  }
  const path = join(folder, randomUUID());
  const size = Math.floor(limits.fileBytes / 1024 ** 2);
  const tooLong = () =>
    new TransferProblem(`${source} returned more than ${size} MiB; save it as a file and import that.`);
  try {
    await saveCapped(path, reply.body, limits.fileBytes, tooLong);
  } catch (error) {
    if (error instanceof TransferProblem || isSystemError(error)) throw error;
    throw new Retryable('breaks off');
  }
  const charset = /charset=["']?([\w-]+)/i.exec(type)?.[1];
  return { name: source, path, ...(charset === undefined ? {} : { charset }) };
}
