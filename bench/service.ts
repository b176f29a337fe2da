// The service as an operator runs it.
import packageFile from '../package.json' with { type: 'json' };
import { environmentWithoutSettings, startService as startProcess } from '../scripts/service.ts';
import { sendRequest } from './load.ts';
import { residentMegabytes } from './processes.ts';

export interface ServiceOptions {
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** A number, or `auto`. */
  workers: string;
  caches: Caches;
}

/** Which caches are on: responses and events, only events, or neither. */
export type Caches = 'all' | 'events' | 'none';

export interface Service {
  origin: string;
  pid: number;
  /** From the start of the process to the first list. */
  firstAnswerMs: number;
  /** Resident memory of all its processes, in MB. */
  memory(): number;
  stop(): Promise<unknown>;
}

/** As in `npm start`. */
const nodeOptions = packageFile.scripts.start.split(' ').filter((word) => word.startsWith('--'));

const sizeOptions: Readonly<Record<Caches, readonly string[]>> = {
  all: [],
  events: ['--cache-bytes', '0'],
  none: ['--cache-bytes', '0', '--event-cache-bytes', '0'],
};

export async function startService({ folder, environment, workers, caches }: ServiceOptions): Promise<Service> {
  const args = ['--log-level', 'error', '--data', folder, '--timezone', 'UTC', '--workers', workers];
  const started = performance.now();
  const { origin, process, stop } = await startProcess(
    [...args, ...sizeOptions[caches]],
    { ...environmentWithoutSettings(), ...environment },
    nodeOptions,
  );
  const first = await sendRequest(origin, { method: 'GET', path: '/calendar/events/v1/events' });
  if (first.status !== 200) throw new Error(`The service answered ${first.status}: ${first.body}`);
  const firstAnswerMs = performance.now() - started;
  const pid = process.pid as number;
  return { origin, pid, firstAnswerMs, memory: () => residentMegabytes(pid), stop };
}
