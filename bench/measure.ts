import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import autocannon from 'autocannon';

export interface Server {
  port: number;
  child: ChildProcess;
  stop(): void;
}

export interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Starts a script that reports its port, after sending it `message` if there is one. */
export function startServer(script: string, args: readonly string[], message?: unknown): Promise<Server> {
  const child = fork(new URL(script, import.meta.url), args, { execArgv: [] });
  // However the run ends, its servers end with it.
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    child.once('message', ({ port }: { port: number }) => resolve({ port, child, stop: () => child.kill() }));
    if (message !== undefined) child.send(message as object);
  });
}

export function call(port: number, { method, path, headers = {}, body }: Call, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method, path, headers, agent }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: plain(reply.headers), body: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const plain = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['connection', 'keep-alive', 'date', 'transfer-encoding'].includes(name))
      .map(([name, value]) => [name, String(value)]),
  );

/** Milliseconds of one call after the other on one connection; `next` makes each call. */
export async function latencies(port: number, count: number, next: (n: number) => Call): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let n = -20; n < count; n++) {
    const start = performance.now();
    const { status, body } = await call(port, next(n), agent);
    if (status >= 400) throw new Error(`${status}: ${body.toString().slice(0, 300)}`);
    if (n >= 0) times.push(performance.now() - start);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;

/** Requests per second under ten connections. */
export async function rate(port: number, { path, headers }: Call, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: 10,
    duration: seconds,
    ...(headers ? { headers } : {}),
  });
  return result.requests.average;
}
