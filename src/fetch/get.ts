// GET from servers that the operator names, with limits of time and size, and retries while a server is busy.
import { setTimeout } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { backoffMs } from '../core/clock.ts';
import { Stopped, TransferProblem } from '../core/transfer-problem.ts';
import { failureReason, isPortBlocked } from './failure-reason.ts';
import { retryAfterMs } from './retry-after.ts';

export interface GetLimits {
  /** For one reply, to its last byte. */
  replyMs: number;
  /** Attempts for one URL if the server is busy or fails. */
  attempts: number;
  /** Doubles with each attempt, unless the server sends Retry-After. */
  firstWaitMs: number;
  /** A longer Retry-After is an error. */
  maxWaitMs: number;
  redirects: number;
}

export interface GetRequest {
  url: URL;
  /** The URL in messages. */
  name: string;
  headers: Readonly<Record<string, string>>;
  limits: GetLimits;
  signal: AbortSignal;
  /** Reports waiting. */
  log(line: string): void;
  /** Resolves a redirect. Throws TransferProblem if it must not be followed. */
  followRedirect(from: URL, location: string): Hop | Promise<Hop>;
}

export interface Hop {
  url: URL;
  /** Connects to verified addresses only; without it the host name is resolved. */
  dispatcher?: Dispatcher;
}

/** Another attempt may succeed. The message follows the URL in a sentence. */
export class Retryable extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** `read` consumes the body, and throws Retryable if that fails. Throws TransferProblem or Stopped. */
export async function get<T>(request: GetRequest, read: (reply: Response, url: URL) => Promise<T>): Promise<T> {
  const { limits, signal, name, log } = request;
  for (let attempt = 1; ; attempt++) {
    try {
      return await read(...(await follow(request)));
    } catch (error) {
      if (signal.aborted) throw new Stopped();
      if (!(error instanceof Retryable)) throw error;
      const waitMs = error.waitMs ?? backoffMs(attempt, limits.firstWaitMs);
      const seconds = Math.ceil(waitMs / 1000);
      const isTooLong = waitMs > limits.maxWaitMs;
      if (attempt >= limits.attempts || isTooLong) {
        const times = attempt === 1 ? '' : ` (${attempt} attempts)`;
        const wish = isTooLong ? `; it asks to wait ${seconds} s, try again then` : '';
        throw new TransferProblem(`${name} ${error.message}${times}${wish}.`);
      }
      log(`${request.url.host} ${error.message}; retrying in ${seconds} s.`);
      await pause(waitMs, signal);
    }
  }
}

/** Throws Stopped. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, signal && { signal }).catch(() => {
    throw new Stopped();
  });

/** Follows redirects; returns the final reply and its URL. */
async function follow({ url, name, headers, limits, signal, followRedirect }: GetRequest): Promise<[Response, URL]> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(limits.replyMs)]);
  let hop: Hop = { url };
  for (let redirects = 0; redirects <= limits.redirects; redirects++) {
    const { url: at, dispatcher } = hop;
    const options = { headers, redirect: 'manual', signal: either, ...(dispatcher && { dispatcher }) } as const;
    const reply = await fetch(at, options).catch((error: unknown) => {
      const problem = `cannot be reached: ${failureReason(error)}`;
      if (isPortBlocked(error)) throw new TransferProblem(`${name} ${problem}.`);
      throw new Retryable(problem);
    });
    const location = reply.headers.get('location');
    if (reply.status === 429 || reply.status >= 500) {
      await reply.body?.cancel();
      throw new Retryable(`returned ${reply.status}`, retryAfterMs(reply.headers.get('retry-after'), Date.now()));
    }
    if (reply.status < 300 || reply.status >= 400 || location === null) return [reply, at];
    await reply.body?.cancel();
    hop = await followRedirect(at, location);
  }
  throw new TransferProblem(`${name} redirects too many times.`);
}
