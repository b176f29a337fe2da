import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Reply } from './load.ts';

export interface Bare {
  origin: string;
  pid: number;
  stop(): void;
}

const hopByHop = ['connection', 'keep-alive', 'date', 'transfer-encoding'];

/** A server that sends this reply to every request. */
export async function startBare({ status, headers, body }: Reply): Promise<Bare> {
  const child = fork(new URL('bare-server.ts', import.meta.url), [], { execArgv: [] });
  const same = Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !hopByHop.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
  child.send({ status, headers: same, body: body.toString('base64') });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => child.disconnect() };
}
