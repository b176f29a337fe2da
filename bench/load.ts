// The load generator: several connections, each with one request at a time; every response is checked.
import { Client, type Dispatcher } from 'undici';
import { processorTime } from './processes.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface Load {
  origin: string;
  /** The process whose processor time is measured, with its descendants. */
  pid?: number;
  next(n: number): Call;
  connections?: number;
  /** The load ends at whichever limit comes first. */
  seconds: number;
  calls?: number;
  /** Between the calls of a connection. */
  pauseMs?: number;
  /** Size of every response, if all are the same. */
  bytes?: number;
}

export interface Measured {
  perSecond: number;
  /** Microseconds of processor time per call, which other work on the machine hardly affects. */
  spent: number;
  /** Milliseconds, in ascending order. */
  times: number[];
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (numbers: readonly number[]): number =>
  quantile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  );

/** Sends one request and reads the response. */
export async function sendRequest(origin: string, call: Omit<Call, 'status'>): Promise<Reply> {
  const client = new Client(origin);
  try {
    return await send(client, call, true);
  } finally {
    await client.close();
  }
}

/** Throws at the first response with an unexpected status or size. */
export async function load(options: Load): Promise<Measured> {
  const { origin, next, connections = 1, seconds, calls = Number.POSITIVE_INFINITY } = options;
  const timeOf = new Map<number, number>();
  const spentBefore = options.pid === undefined ? undefined : processorTime(options.pid);
  const started = performance.now();
  const end = started + seconds * 1000;
  let made = 0;
  async function run(): Promise<void> {
    const client = new Client(origin, { pipelining: 1 });
    try {
      while (made < calls && performance.now() < end) {
        const n = made++;
        const call = next(n);
        const sent = performance.now();
        const reply = await send(client, call, false);
        timeOf.set(n, performance.now() - sent);
        assertExpected(reply, call, options.bytes);
        if (options.pauseMs) await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
      }
    } finally {
      await client.close();
    }
  }
  await Promise.all(Array.from({ length: connections }, run));
  const took = (performance.now() - started) / 1000;
  const spentAfter = options.pid === undefined ? undefined : processorTime(options.pid);
  return {
    perSecond: timeOf.size / took,
    spent: ((spentAfter ?? Number.NaN) - (spentBefore ?? Number.NaN)) / timeOf.size,
    times: [...timeOf.values()].sort((a, b) => a - b),
  };
}

interface CountedReply extends Reply {
  bytes: number;
}

function assertExpected(reply: CountedReply, call: Call, bytes: number | undefined): void {
  const isRight = reply.status === call.status && (bytes === undefined || bytes === reply.bytes);
  if (isRight) return;
  const expected = `${call.status}${bytes === undefined ? '' : ` of ${bytes} bytes`}`;
  throw new Error(
    `${call.method} ${call.path} returned ${reply.status} with ${reply.bytes} bytes, not ${expected}: ${reply.body.toString().slice(0, 300)}`,
  );
}

/** Returns the body with `returnsBody`; otherwise only that of an error. */
function send(
  client: Client,
  { method, path, headers = {}, body }: Omit<Call, 'status'>,
  returnsBody: boolean,
): Promise<CountedReply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let bytes = 0;
    let received: Reply['headers'] = {};
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_, code, fields) {
        status = code;
        received = fields;
      },
      onResponseData(_, chunk) {
        bytes += chunk.length;
        if (returnsBody || status >= 400) chunks.push(chunk);
      },
      onResponseEnd: () => resolve({ status, bytes, headers: received, body: Buffer.concat(chunks) }),
      onResponseError: (_, error) => reject(error),
    };
    client.dispatch({ method, path, headers, ...(body === undefined ? {} : { body }) }, handler);
  });
}
