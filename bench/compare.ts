// The same reads on ours and on another server with this API: only GETs, one at a time, with pauses.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { program } from '../scripts/service.ts';
import type { Calendar } from './calendars.ts';
import { load, quantile, sendRequest } from './load.ts';
import { complaintAbout, type Operation, readOperations } from './operations.ts';
import { ownRoot, readSamples, type Samples, type Site } from './samples.ts';
import { startService } from './service.ts';
import { writeTable } from './table.ts';

export interface CompareOptions {
  /** Ours; by default, the calendar of the other server is imported. */
  calendar: Calendar | undefined;
  folder: string;
  calls: number;
  log(line: string): void;
}

const maxCalls = 50;
const pauseMs = 50;

/** `apiUrl` is that of the namespace, `https://example.org/wp-json/tribe/events/v1`. */
export async function compareWith(apiUrl: string, options: CompareOptions): Promise<string> {
  const { calendar, log } = options;
  const url = new URL(apiUrl);
  const theirs: Site = { origin: url.origin, root: url.pathname.replace(/\/$/, '') };
  log(`Reading ${apiUrl} …`);
  const theirSamples = await readSamples(theirs);
  const folder = calendar?.folder ?? importInto(join(options.folder, 'import'), apiUrl);
  const service = await startService({ folder, environment: calendar?.environment ?? {}, workers: '1', caches: 'all' });
  const plain = await startService({ folder, environment: calendar?.environment ?? {}, workers: '1', caches: 'none' });
  try {
    const ours: Site = { origin: service.origin, root: ownRoot };
    const uncached: Site = { origin: plain.origin, root: ownRoot };
    const ourSamples = await readSamples(ours);
    const calls = Math.min(maxCalls, options.calls);
    const rows: string[][] = [];
    const here = new Map(readOperations(ours, ourSamples).map((operation) => [operation.name, operation]));
    for (const there of readOperations(theirs, theirSamples)) {
      const operation = here.get(there.name);
      if (!operation) continue;
      log(there.name);
      const other = await timesOf(theirs, there, calls);
      const own = await timesOf(uncached, operation, calls);
      const hot = await timesOf(ours, { ...operation, next: () => operation.next(0) }, calls);
      rows.push([there.name, ...other, ...own, ...hot.slice(1)]);
    }
    return [
      `${apiUrl} (${countOf(theirSamples)} upcoming events) compared with Kalends with ${
        calendar ? `a generated calendar of ${calendar.events}` : 'its events, imported'
      } (${countOf(ourSamples)} upcoming), ${calls} calls each, one at a time. Milliseconds; theirs include the network.\n`,
      writeTable(
        ['operation', 'theirs: bytes', 'p50', 'p99', 'ours: bytes', 'p50', 'p99', 'ours hot: p50', 'p99'],
        rows,
      ),
    ].join('\n');
  } finally {
    await service.stop();
    await plain.stop();
  }
}

const countOf = ({ total }: Samples): string => String(total);

/** Bytes, p50 and p99, or the problem of the response. */
async function timesOf(site: Site, operation: Operation, calls: number): Promise<string[]> {
  const sample = await sendRequest(site.origin, operation.next(0));
  if (sample.status !== 200) return [`status ${sample.status}`, '', ''];
  const complaint = complaintAbout(sample.body, { ...operation, members: 0 });
  if (complaint) return [complaint, '', ''];
  try {
    const { times } = await load({ origin: site.origin, next: operation.next, seconds: 60, calls, pauseMs });
    return [String(sample.body.length), quantile(times, 0.5).toFixed(2), quantile(times, 0.99).toFixed(2)];
  } catch (error) {
    return [error instanceof Error ? error.message.slice(0, 60) : 'failed', '', ''];
  }
}

function importInto(folder: string, apiUrl: string): string {
  for (const args of [
    ['user', 'add', 'admin', '--role', 'administrator', '--data', folder],
    ['import', '--data', folder, apiUrl],
  ]) {
    const { status } = spawnSync(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`kalends ${args[0]} failed`);
  }
  return folder;
}
