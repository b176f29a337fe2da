// Signed requests to an S3-compatible bucket, repeated while it is busy.
import { AwsClient } from 'aws4fetch';
import { backoffMs } from '../../core/clock.ts';
import { failureReason } from '../../fetch/failure-reason.ts';
import { pause } from '../../fetch/get.ts';
import { retryAfterMs } from '../../fetch/retry-after.ts';
import { storageUnavailable } from './storage.ts';

export interface S3Settings {
  /** `https://s3.example.org`, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prefix of every key, such as '' or `calendar/`. */
  prefix: string;
}

/** Limits of one request and its repetitions. */
export interface S3Retrying {
  timeoutMs: number;
  attempts: number;
  /** Doubles with each attempt, unless the storage sends Retry-After. */
  firstWaitMs: number;
  /** A longer Retry-After is an error. */
  maxWaitMs: number;
  /** For commands that run for long: also repeats requests without a response. */
  patience?: Patience;
}

export interface Patience {
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** Reports waiting. */
  log(line: string): void;
}

/** Someone waits for the image. */
export const forVisitors: S3Retrying = { timeoutMs: 30_000, attempts: 3, firstWaitMs: 50, maxWaitMs: 1000 };

/** Two minutes of waiting, longer than buckets usually take to adapt to many requests. */
export const forCommands: S3Retrying = { timeoutMs: 30_000, attempts: 8, firstWaitMs: 1000, maxWaitMs: 120_000 };

export type Send = (path: string, options: RequestInit) => Promise<Response>;

/** Throws `service_unavailable` if there is no response, and returns the last one whatever its status. */
export function createS3Requests({ endpoint, bucket, ...access }: S3Settings, retrying: S3Retrying) {
  const client = new AwsClient({ ...access, service: 's3', retries: 0 });
  const root = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;
  const repeat = createRepeat(retrying);
  const request = (path: string, options: RequestInit) => client.fetch(root + path, options);
  const { timeoutMs } = retrying;
  const send: Send = (path, options) =>
    repeat(() => request(path, { ...options, signal: AbortSignal.timeout(timeoutMs) }));
  // The body is streamed at the reader's pace, so the timeout only covers the start of the response.
  const open: Send = (path, options) =>
    repeat(() => {
      const waiting = new AbortController();
      const timeout = setTimeout(() => waiting.abort(), timeoutMs);
      return request(path, { ...options, signal: waiting.signal }).finally(() => clearTimeout(timeout));
    });
  return { send, open };
}

/** Repeats a request for as long as another attempt may succeed. */
function createRepeat({ attempts, firstWaitMs, maxWaitMs, patience }: S3Retrying) {
  // A storage that has never answered is not busy: its settings are probably wrong.
  let hasAnswered = false;
  return async (request: () => Promise<Response>): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await request().catch(unreachable);
      const isAnswer = answer instanceof Response;
      hasAnswered ||= isAnswer;
      const mayRepeat = isAnswer ? isBusy(answer) : patience !== undefined && hasAnswered;
      const waitMs = (isAnswer ? askedWaitMs(answer) : undefined) ?? backoffMs(attempt, firstWaitMs);
      const isLast = attempt >= attempts || waitMs > maxWaitMs || patience?.signal?.aborted;
      if (!mayRepeat || isLast) {
        if (isAnswer) return answer;
        throw storageUnavailable(new Error(`the object storage ${answer.message}`, { cause: answer.cause }));
      }
      if (isAnswer) await answer.body?.cancel();
      const problem = isAnswer ? `answered ${answer.status}` : answer.message;
      patience?.log(`The object storage ${problem}; retrying in ${Math.ceil(waitMs / 1000)} s.`);
      await pause(waitMs, patience?.signal);
    }
  };
}

/** The message follows the name of the storage. */
const unreachable = (error: unknown): Error =>
  new Error(`cannot be reached: ${failureReason(error)}`, { cause: error });

const isBusy = ({ status }: Response): boolean => status === 429 || status >= 500;

const askedWaitMs = ({ headers }: Response): number | undefined => retryAfterMs(headers.get('retry-after'), Date.now());
