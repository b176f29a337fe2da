// Saves a file from an address: a calendar that somebody publishes, or a spreadsheet.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { Stopped, TransferProblem } from '../../core/transfer-problem.ts';
import type { Source } from '../source/read-pieces.ts';
import type { FetchLimits } from './limits.ts';
import { retryAfterMs } from './polite-get.ts';
import { reasonOf } from './reason.ts';

export interface FileDownloadOptions {
  /** Where the file goes; the caller removes it. */
  folder: string;
  limits: Pick<FetchLimits, 'pageBytes' | 'replyMs' | 'attempts' | 'firstWaitMs' | 'longestWaitMs' | 'redirects'>;
  signal: AbortSignal;
  tell(line: string): void;
}

/** `webcal:` always, others by how they end: `…/calendar.ics`, `…/events.csv`, `…?ical=1`. */
export const isFileAddress = (text: string): boolean =>
  /^webcals?:\/\//i.test(text) ||
  (/^https?:\/\//i.test(text) &&
    (/\.(?:ics|ical|csv|tsv)(?:[?#]|$)/i.test(text) || /[?&](?:outlook-)?ical=1\b/i.test(text)));

/** Worth another attempt. */
class Busy extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Throws TransferProblem or Stopped. */
export async function downloadFile(address: string, options: FileDownloadOptions): Promise<Source> {
  const url = URL.parse(address.replace(/^webcal(s?):/i, 'https:'));
  if (url === null) throw new TransferProblem(`${address} is no web address.`);
  if (url.username !== '' || url.password !== '')
    throw new TransferProblem(
      `${url.host}: signing in at the source is not offered; give the address without a password.`,
    );
  const { limits, signal, tell } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOnce(url, address, options);
    } catch (error) {
      if (signal.aborted) throw new Stopped();
      if (!(error instanceof Busy)) throw error;
      const waitMs = error.waitMs ?? limits.firstWaitMs * 2 ** (attempt - 1);
      if (attempt >= limits.attempts || waitMs > limits.longestWaitMs)
        throw new TransferProblem(`${address} ${error.message}.`);
      tell(`${url.host} ${error.message}; asking again in ${Math.ceil(waitMs / 1000)} s.`);
      await setTimeout(waitMs, undefined, { signal }).catch(() => {
        throw new Stopped();
      });
    }
  }
}

async function fetchOnce(first: URL, address: string, options: FileDownloadOptions): Promise<Source> {
  const { limits, signal, folder } = options;
  const within = AbortSignal.any([signal, AbortSignal.timeout(limits.replyMs)]);
  const reply = await follow(first, address, limits.redirects, within);
  if (reply.status === 429 || reply.status >= 500) {
    await reply.body?.cancel();
    throw new Busy(`answers ${reply.status}`, retryAfterMs(reply.headers.get('retry-after')));
  }
  const type = reply.headers.get('content-type') ?? '';
  if (!reply.ok || /\bhtml\b/i.test(type)) {
    await reply.body?.cancel();
    const what = reply.ok ? 'a web page instead of a calendar or spreadsheet' : String(reply.status);
    throw new TransferProblem(`${address} answers ${what}.`);
  }
  const path = join(folder, `source${/\bcsv\b/.test(type) ? '.csv' : ''}`);
  try {
    // A web stream that is empty has no body at all.
    const body = reply.body ? Readable.fromWeb(reply.body as never) : Readable.from([]);
    await pipeline(body, limited(limits.pageBytes, address), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    if (error instanceof TransferProblem) throw error;
    throw new Busy('breaks off');
  }
  const charset = /charset=["']?([\w-]+)/i.exec(type)?.[1];
  return { name: address, path, site: '', ...(charset === undefined ? {} : { charset }) };
}

/** Compressed replies are counted as they are unpacked. */
const limited = (maxBytes: number, address: string): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else
        done(
          new TransferProblem(
            `${address} answers more than ${Math.floor(maxBytes / 1024 ** 2)} MiB; save it as a file and import that.`,
          ),
        );
    },
  });
};

async function follow(url: URL, address: string, redirects: number, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'text/calendar, text/csv;q=0.9, */*;q=0.1', 'user-agent': 'Kalends (calendar import)' };
  const reply = await fetch(url, { headers, redirect: 'manual', signal }).catch((error: unknown) => {
    throw new Busy(`cannot be reached: ${reasonOf(error)}`);
  });
  const location = reply.headers.get('location');
  if (reply.status < 300 || reply.status >= 400 || location === null) return reply;
  await reply.body?.cancel();
  const target = URL.parse(location, url.href);
  if (redirects <= 0) throw new TransferProblem(`${address} sends from one address to the next without end.`);
  if (target === null || !/^https?:$/.test(target.protocol))
    throw new TransferProblem(`${address} sends to what is no web address, ${location}.`);
  return follow(target, address, redirects - 1, signal);
}
