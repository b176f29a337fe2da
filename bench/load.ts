// The load generator: so many connections, each with one request at a time; no reply goes unlooked at.
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
  /** Of the process whose time is counted, and all below it. */
  pid?: number;
  next(n: number): Call;
  connections?: number;
  /** Whichever ends first. */
  seconds: number;
  calls?: number;
  /** Between the calls of a connection. */
  pauseMs?: number;
  /** Of every reply where all are to be the same. */
  bytes?: number;
}

export interface Measured {
  perSecond: number;
  /** Microseconds on a processor for each call; what others do on the machine hardly matters to it. */
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

/** One request, read whole. */
export async function ask(origin: string, call: Omit<Call, 'status'>): Promise<Reply> {
  const client = new Client(origin);
  try {
    return await send(client, call, true);
  } finally {
    await client.close();
  }
}

/** Throws at the first reply of another status or size than is expected. */
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
        judge(reply, call, options.bytes);
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

interface Answer extends Reply {
  bytes: number;
}

function judge(reply: Answer, call: Call, bytes: number | undefined): void {
  const isRight = reply.status === call.status && (bytes === undefined || bytes === reply.bytes);
  if (isRight) return;
  const wanted = `${call.status}${bytes === undefined ? '' : ` of ${bytes} bytes`}`;
  throw new Error(
    `${call.method} ${call.path} answered ${reply.status} of ${reply.bytes} bytes, not ${wanted}: ${reply.body.toString().slice(0, 300)}`,
  );
}

/** Bodies of successes are counted and, unless they are wanted, let go. */
function send(
  client: Client,
  { method, path, headers = {}, body }: Omit<Call, 'status'>,
  keep: boolean,
): Promise<Answer> {
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
        if (keep || status >= 400) chunks.push(chunk);
      },
      onResponseEnd: () => resolve({ status, bytes, headers: received, body: Buffer.concat(chunks) }),
      onResponseError: (_, error) => reject(error),
    };
    client.dispatch({ method, path, headers, ...(body === undefined ? {} : { body }) }, handler);
  });
}
