// One attempt to send a message: to permitted addresses only, within limits, without following redirects.
import { failureReason } from '../fetch/failure-reason.ts';
import { FetchFailed, findTarget } from '../fetch/fetch-target.ts';
import { retryAfterMs } from '../fetch/retry-after.ts';
import { createConnection, untilAborted } from '../fetch/safe-fetch.ts';
import { type WebhookTargets, webhookLimits } from '../resources/webhooks/types.ts';

export interface AttemptResult {
  /** Null if there was no response. */
  status: number | null;
  /** Start of the response body, or the reason why there was no response. */
  text: string;
  /** Seconds. */
  retryAfter: number | undefined;
}

export type Post = (
  url: string,
  message: { headers: Readonly<Record<string, string>>; body: string },
  signal: AbortSignal,
) => Promise<AttemptResult>;

/** Never throws. */
export const createPost =
  ({ allow, resolve }: WebhookTargets, timeoutMs: number): Post =>
  async (url, message, stopping) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping]);
    const send = async (): Promise<AttemptResult> => {
      const target = await findTarget(new URL(url), allow, resolve);
      signal.throwIfAborted();
      const { dispatcher, request } = await createConnection(target, timeoutMs);
      try {
        const response = await request(target.url, { method: 'POST', dispatcher, signal, ...message });
        const header = response.headers['retry-after'];
        const waitMs = retryAfterMs(typeof header === 'string' ? header : null, Date.now());
        const text = await readBeginning(response.body);
        return { status: response.statusCode, text, retryAfter: waitMs && waitMs / 1000 };
      } finally {
        await dispatcher.destroy();
      }
    };
    try {
      return await untilAborted(signal, send());
    } catch (error) {
      return { status: null, text: reasonOf(error), retryAfter: undefined };
    }
  };

function reasonOf(error: unknown): string {
  if (error instanceof FetchFailed) return error.reason === 'refused' ? `refused: ${error.message}` : error.message;
  return failureReason(error);
}

/** A response that breaks off after its head still counts as a response. */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= webhookLimits.response) break;
    }
  } catch {
    // Keep the part of the response that has arrived.
  }
  const text = Buffer.concat(parts).subarray(0, webhookLimits.response).toString('utf8');
  // PostgreSQL stores no NUL.
  return text.replaceAll('\0', '').toWellFormed();
}
