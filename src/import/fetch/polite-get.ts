// One reply of another site: one request at a time, with patience for a busy site and none for an endless one.
import { setTimeout } from 'node:timers/promises';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { isSameSite } from './addresses.ts';
import type { FetchLimits } from './limits.ts';
import { reasonOf } from './reason.ts';

export interface Fetched {
  body: Buffer;
  /** Where it came from, after redirects. */
  url: URL;
  headers: Headers;
}

export interface GetOptions {
  limits: FetchLimits;
  signal: AbortSignal;
  /** Tells the person about waiting. */
  tell(line: string): void;
  /** Value of the `Authorization` header. It goes to the origin that was named, and to no other. */
  authorization?: string | undefined;
  /** Rest before each request. */
  pauseMs?: number;
  /** Web pages are answers too: where a site's interface is looked for. */
  acceptsHtml?: boolean;
}

/** The site answered, but not with the page; `status` is that of the reply. */
export class BadReply extends TransferProblem {
  readonly status: number;
  readonly code: string;
  constructor(message: string, status: number, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Worth another attempt, after `waitMs` if the site said so. */
class Busy extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Throws TransferProblem where the page cannot be had. */
export async function politeGet(url: URL, options: GetOptions): Promise<Fetched> {
  const { limits, signal, tell, pauseMs = 0 } = options;
  if (pauseMs > 0) await setTimeout(pauseMs, undefined, { signal });
  for (let attempt = 1; ; attempt++) {
    try {
      return await getOnce(url, options, limits.redirects);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Busy)) throw error;
      const waitMs = error.waitMs ?? limits.firstWaitMs * 2 ** (attempt - 1);
      if (attempt >= limits.attempts || waitMs > limits.longestWaitMs) {
        const times = attempt === 1 ? '' : ` (asked ${attempt} times)`;
        const wish =
          waitMs > limits.longestWaitMs ? `; it wants a pause of ${Math.ceil(waitMs / 1000)} s, try again then` : '';
        throw new TransferProblem(`${url.href} ${error.message}${times}${wish}.`);
      }
      tell(`${url.host} ${error.message}; asking again in ${Math.ceil(waitMs / 1000)} s.`);
      await setTimeout(waitMs, undefined, { signal });
    }
  }
}

async function getOnce(url: URL, options: GetOptions, redirects: number): Promise<Fetched> {
  const reply = await request(url, options);
  const location = reply.headers.get('location');
  if (reply.status >= 300 && reply.status < 400 && location !== null) {
    await reply.body?.cancel();
    const target = redirected(url, location, redirects);
    if (options.authorization !== undefined) assertMayKnowPassword(url, target);
    return getOnce(target, options, redirects - 1);
  }
  if (reply.status === 429 || reply.status >= 500) {
    await reply.body?.cancel();
    throw new Busy(`answers ${reply.status}`, retryAfterMs(reply.headers.get('retry-after')));
  }
  const body = await readBody(reply, url, options.limits.pageBytes);
  if (!options.acceptsHtml || !reply.ok) assertJson(reply, body, url);
  return { body, url, headers: reply.headers };
}

/** From http to https of the same site it is only safer; anywhere else the password is nobody's business. */
function assertMayKnowPassword(from: URL, to: URL): void {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  if (to.origin === from.origin || isUpgrade) return;
  throw new TransferProblem(`${from.href} sends to ${to.origin}, which is not told the password; give that address.`);
}

async function request(url: URL, { limits, signal, authorization }: GetOptions): Promise<Response> {
  const headers = {
    accept: 'application/json',
    'user-agent': 'Kalends (calendar import)',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const timeout = AbortSignal.timeout(limits.replyMs);
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.any([signal, timeout]) });
  } catch (error) {
    throw new Busy(`cannot be reached: ${reasonOf(error)}`);
  }
}

function redirected(url: URL, location: string, redirects: number): URL {
  const target = URL.parse(location, url.href);
  if (redirects <= 0) throw new TransferProblem(`${url.href} sends from one address to the next without end.`);
  if (target === null || !isSameSite(target, url)) {
    throw new TransferProblem(
      `${url.href} sends to another site, ${location}; give that address if it is the right one.`,
    );
  }
  return target;
}

/** Seconds, or a date; undefined where the site does not say. */
export function retryAfterMs(header: string | null, nowMs: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

async function readBody(reply: Response, url: URL, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of reply.body ?? []) {
      size += part.length;
      if (size > maxBytes) {
        throw new TransferProblem(
          `${url.href} answers more than ${Math.floor(maxBytes / 1024 ** 2)} MiB on one page; ask for smaller ones with per_page.`,
        );
      }
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof TransferProblem) throw error;
    throw new Busy(`breaks off: ${reasonOf(error)}`);
  }
  return Buffer.concat(parts);
}

function assertJson(reply: Response, body: Buffer, url: URL): void {
  const start = body.subarray(0, 200).toString('utf8').replace('\ufeff', '').trimStart();
  const isHtml = start.startsWith('<') || /\bhtml\b/.test(reply.headers.get('content-type') ?? '');
  if (reply.ok && (!isHtml || afterWarnings(body) !== undefined)) return;
  if (isHtml) {
    const hint = reply.ok
      ? '; is it the address of the interface, such as https://example.org/wp-json/tribe/events/v1?'
      : '.';
    throw new BadReply(
      `${url.href} answers ${reply.ok ? '' : `${reply.status} and `}a web page instead of JSON${hint}`,
      reply.status,
    );
  }
  const code = /"code"\s*:\s*"([\w-]{1,80})"/.exec(start)?.[1] ?? '';
  throw new BadReply(`${url.href} answers ${reply.status}${code === '' ? '' : ` (${code})`}.`, reply.status, code);
}

/**
 * The JSON behind warnings that a site prints before it (`<br /><b>Warning</b>: …`), or behind a byte order mark;
 * undefined where there is none.
 */
export function afterWarnings(body: Buffer): Buffer | undefined {
  for (let at = body.indexOf('{"'), tries = 0; at >= 0 && tries < 20; at = body.indexOf('{"', at + 1), tries++) {
    const rest = body.subarray(at);
    if (isJson(rest)) return rest;
  }
  return undefined;
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
