// Every connection is an open file to the system. Where no more can be opened, connections would be reset without a word
// to anybody, and the database and images could not be opened either: the service stops before that and says so.
import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { createTroubleLog } from '../http/response/trouble-log.ts';

/** For the database, images and what the service asks of others; of few files in all, half. */
const mostSpared = 64;
const drainPauseMs = 100;

/** Takes no more connections than there can be files, and closes idle ones to make room. Without a limit that is known, nothing. */
export function limitConnections(server: Server, logger: Logger): void {
  const limit = findLimit();
  if (limit === undefined) return;
  const free = limit - readdirSync('/proc/self/fd').length;
  server.maxConnections = Math.max(1, free - Math.min(mostSpared, Math.floor(free / 2)));
  const tell = createTroubleLog(logger, () => performance.now());
  let drainedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    tell(new Error(`No more connections are taken: the limit of open files is ${limit} (ulimit -n); raise it.`));
    if (performance.now() - drainedAt < drainPauseMs) return;
    drainedAt = performance.now();
    server.closeIdleConnections();
  });
}

/** As Linux tells it; Node has raised it to the most that it may have. */
function findLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
