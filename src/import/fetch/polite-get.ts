// Fetches one page of another site's API.
import { attempt } from '../../core/errors.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { readCapped } from '../../fetch/capped-body.ts';
import { failureReason } from '../../fetch/failure-reason.ts';
import { get, pause, Retryable } from '../../fetch/get.ts';
import { withoutMark } from '../source/read-bytes.ts';
import { isSameSite } from './urls.ts';

export type FetchLimits = typeof fetchLimits;

export const fetchLimits = {
  // A page is in memory several times over; larger ones are requested with fewer records.
  pageBytes: 4 * 1024 ** 2,
  /** For a calendar file or spreadsheet, which is streamed to the disk. */
  fileBytes: 64 * 1024 ** 2,
  totalBytes: 2 * 1024 ** 3,
  pages: 20_000,
  replyMs: 120_000,
  totalMs: 4 * 3_600_000,
  attempts: 6,
  firstWaitMs: 1000,
  maxWaitMs: 300_000,
  redirects: 5,
};

export type Fetched = Awaited<ReturnType<typeof politeGet>>;

export interface GetOptions {
  limits: FetchLimits;
  signal: AbortSignal;
  /** Prints a message, such as that a request is retried. */
  log(line: string): void;
  /** Value of the `Authorization` header, sent to the given origin only. */
  authorization?: string | undefined;
  /** Delay before each request. */
  pauseMs?: number;
  /** Accepts web pages too, for discovering the API of a site. */
  acceptsHtml?: boolean;
}

/** The site replied with an error or with something other than JSON. */
export class BadReply extends TransferProblem {
  readonly status: number;
  readonly code: string;
  constructor(message: string, status: number, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The page exceeds the limit; fewer records per page may fit. */
export class PageTooLarge extends TransferProblem {}

/** Throws TransferProblem if the page cannot be fetched, or Stopped. */
export async function politeGet(url: URL, options: GetOptions) {
  const { limits, signal, log, authorization, pauseMs = 0 } = options;
  if (pauseMs > 0) await pause(pauseMs, signal);
  const headers = {
    accept: 'application/json',
    'user-agent': 'Kalends (calendar import)',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const followRedirect = (from: URL, location: string) => {
    const target = redirected(from, location);
    if (authorization !== undefined) assertMayKnowPassword(from, target);
    return { url: target };
  };
  return get({ url, name: url.href, headers, limits, signal, log, followRedirect }, async (reply, at) => {
    const sent = await readBody(reply, at, limits.pageBytes);
    const { body, value } = withoutNotices(sent);
    if (body.length < sent.length) log(`${at.href} prints something before or after its JSON; that is left out.`);
    if (!options.acceptsHtml || !reply.ok) assertJson(reply, body, at);
    // The URL after redirects; the value is undefined if the body is not JSON.
    return { body, url: at, headers: reply.headers, value };
  });
}

/** The password is sent to the same origin only, or from http to https on the same host. */
function assertMayKnowPassword(from: URL, to: URL): void {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  if (to.origin === from.origin || isUpgrade) return;
  throw new TransferProblem(`${from.href} redirects to ${to.origin}, to which the password is not sent; use that URL.`);
}

function redirected(url: URL, location: string): URL {
  const target = URL.parse(location, url.href);
  if (target === null || !isSameSite(target, url)) {
    throw new TransferProblem(
      `${url.href} redirects to another site, ${location}; use that URL if it is the right one.`,
    );
  }
  return target;
}

const readBody = (reply: Response, url: URL, maxBytes: number): Promise<Buffer> =>
  readCapped(
    reply.body,
    maxBytes,
    () =>
      new PageTooLarge(
        `${url.href} returned a page of more than ${Math.floor(maxBytes / 1024 ** 2)} MiB; request smaller ones with per_page.`,
      ),
  ).then(withoutMark, (error: unknown) => {
    if (error instanceof TransferProblem) throw error;
    throw new Retryable(`breaks off: ${failureReason(error)}`);
  });

function assertJson(reply: Response, body: Buffer, url: URL): void {
  const start = body.subarray(0, 200).toString('utf8').trimStart();
  const isHtml =
    start.startsWith('<') || (!beginsWithJson(body) && /\bhtml\b/.test(reply.headers.get('content-type') ?? ''));
  if (reply.ok && !isHtml) return;
  if (isHtml) {
    const hint = reply.ok
      ? '; is it the URL of the API, such as https://example.org/wp-json/tribe/events/v1, or does a firewall answer?'
      : '.';
    throw new BadReply(
      `${url.href} returned ${reply.ok ? '' : `${reply.status} and `}a web page instead of JSON${hint}`,
      reply.status,
    );
  }
  const code = /"code"\s*:\s*"([\w-]{1,80})"/.exec(start)?.[1] ?? '';
  throw new BadReply(`${url.href} returned ${reply.status}${code === '' ? '' : ` (${code})`}.`, reply.status, code);
}

/** Where an object, a list of objects or an empty list may begin. */
const jsonStart = /\{\s*["}]|\[\s*[{\]]/g;
/** PHP warnings may contain such characters, too; a web page contains many. */
const maxStarts = 20;
const maxEnds = 5;

const beginsWithJson = (body: Buffer): boolean => body.toString('latin1', 0, 200).trimStart().search(jsonStart) === 0;

/** Where an object or a list ends before an element, such as a PHP warning of the shutdown or the comment of a cache. */
const jsonEnd = /[}\]](?=\s*<)/g;

/** Without PHP warnings before or after the JSON, `<br /><b>Warning</b>: …`, and comments behind it. */
function withoutNotices(body: Buffer): { body: Buffer; value: unknown } {
  const whole = parse(body);
  if (whole !== undefined) return { body, value: whole };
  const text = body.toString('latin1');
  // A web page may contain JSON of its own.
  if (/<(?:!doctype html|html)\b/i.test(text)) return { body, value: undefined };
  const starts = beginsWithJson(body)
    ? [0]
    : [...text.matchAll(jsonStart)].map(({ index }) => index).slice(0, maxStarts);
  const ends = [...text.matchAll(jsonEnd)].map(({ index }) => index + 1).slice(-maxEnds);
  for (const start of starts) {
    for (const end of [body.length, ...ends]) {
      const part = body.subarray(start, end);
      const value = parse(part);
      if (value !== undefined) return { body: part, value };
    }
  }
  return { body, value: undefined };
}

/** As strict as the import, which reads the saved page. */
const parse = (body: Buffer): unknown =>
  attempt(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
