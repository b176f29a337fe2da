// Scheduled backups: when the next is due, and which are deleted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { placeSettings } from '../config/media-settings.ts';
import { type Config, settings } from '../config/settings.ts';
import type { Background } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import type { BackupMeter } from '../metrics/counters.ts';
import type { Shell } from '../shell.ts';

export interface BackupSchedule {
  folder: string;
  everySeconds: number;
  keep: number;
  /** Writes a backup. Rejects if that fails. */
  take(path: string, signal: AbortSignal): Promise<void>;
  logger: Logger;
  meter: BackupMeter | undefined;
  /** UTC seconds. */
  now: () => number;
}

type Settings = Pick<Config, 'backupFolder' | 'backupEverySeconds' | 'backupKeep' | (typeof placeSettings)[number]>;

export function startBackups(
  config: Settings,
  { environment, ...options }: Pick<BackupSchedule, 'logger' | 'meter' | 'now'> & Pick<Shell, 'environment'>,
): Background | undefined {
  const { backupFolder: folder, backupEverySeconds: everySeconds, backupKeep: keep } = config;
  if (folder === undefined) return undefined;
  const variables = { ...environment, ...variablesOf(config) };
  return scheduleBackups({
    ...options,
    folder,
    everySeconds,
    keep,
    take: (path, signal) => runCommand(path, variables, signal),
  });
}

/** The settings that locate the calendar, from whichever source the service read them. */
const variablesOf = (config: Settings): Record<string, string> =>
  Object.fromEntries(placeSettings.map((name) => [settings[name].variable, String(config[name] ?? '')]));

/** In a process with low priority, as compressing and verifying would delay requests. */
async function runCommand(path: string, env: Record<string, string | undefined>, signal: AbortSignal): Promise<void> {
  const args = [...process.execArgv, process.argv[1] as string, 'backup', path];
  const child = spawn(process.execPath, args, {
    env,
    signal,
    killSignal: 'SIGTERM',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = text(child.stderr);
  const ended = once(child, 'close');
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [code] = await ended;
  if (code !== 0) throw new Error((await errors).trim() || `the backup ended with code ${code}`);
}

/** Leaves the first seconds after a start to requests. */
const firstAfterMs = 5000;

/** The names of earlier backups determine when the next is due, so a restart neither repeats nor delays one. */
export function scheduleBackups(schedule: BackupSchedule): Background {
  const { everySeconds, logger, meter, now } = schedule;
  const stopping = new AbortController();
  const findNewest = async () => {
    const newest = newestOf(await backupsIn(schedule.folder), now());
    if (newest !== undefined) meter?.recordSuccess(newest);
    return newest;
  };
  // Otherwise each restart would report for some seconds that there is no backup. The first run reports errors.
  let running: Promise<unknown> = findNewest().catch(() => undefined);
  const runIfDue = async () => {
    try {
      const newest = await findNewest();
      if (newest !== undefined && newest + everySeconds > now()) return (newest + everySeconds - now()) * 1000;
      await takeOne(schedule, stopping.signal);
      return everySeconds * 1000;
    } catch (error) {
      if (stopping.signal.aborted) return 0;
      meter?.recordEnd('failed');
      logger.error({ reason: messageOf(error), folder: schedule.folder }, 'backup: failed');
      return everySeconds * 1000;
    }
  };
  const run = () => {
    running = runIfDue().then((pauseMs) => {
      if (!stopping.signal.aborted) timer = setTimeout(run, Math.min(pauseMs, maxPauseSeconds * 1000)).unref();
    });
  };
  let timer = setTimeout(run, firstAfterMs).unref();
  return {
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}

async function takeOne(schedule: BackupSchedule, signal: AbortSignal): Promise<void> {
  const { folder, keep, take, logger, meter, now } = schedule;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  const at = now();
  const name = nameOf(at);
  await take(join(folder, name), signal);
  meter?.recordEnd('written');
  meter?.recordSuccess(at);
  const others = (await backupsIn(schedule.folder)).filter((other) => other !== name);
  // Those with later times were taken before the clock was set back.
  const isAhead = (other: string) => takenAt(other) > at;
  const oldestFirst = [...others.filter(isAhead), ...others.filter((other) => !isAhead(other))];
  const old = oldestFirst.slice(0, Math.max(0, others.length + 1 - keep));
  for (const other of old) await rm(join(folder, other), { force: true });
  logger.info({ file: name, deleted: old.length }, 'backup: written');
}

/** Removes temporary files of backups that were killed. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (pattern.test(name) && /\.(?:unfinished|\d+\.(?:part|tmp))$/.test(name))
      await rm(join(folder, name), { recursive: true });
}

/** Checks at least this often whether a backup is due, as clocks and folders may change. */
const maxPauseSeconds = 3600;

export interface BackupsHealth {
  /** `pending` before the first one, `overdue` when the newest should have been followed by another. */
  state: 'ok' | 'pending' | 'overdue' | 'unreadable';
  /** UTC seconds. */
  newest: number | undefined;
}

interface Schedule {
  folder: string;
  everySeconds: number;
  /** UTC seconds. */
  startedAt: number;
  now: number;
}

/** A failed backup is overdue after two further attempts. */
export async function healthOfBackups({ folder, everySeconds, startedAt, now }: Schedule): Promise<BackupsHealth> {
  const names = await backupsIn(folder).catch(() => undefined);
  if (!names) return { state: 'unreadable', newest: undefined };
  const newest = newestOf(names, now);
  const pause = Math.min(everySeconds, maxPauseSeconds);
  const latest = newest === undefined ? startedAt + 2 * pause : newest + everySeconds + 2 * pause;
  if (now > latest) return { state: 'overdue', newest };
  return { state: newest === undefined ? 'pending' : 'ok', newest };
}

/** `kalends-20261124T033000Z.tar.gz` */
export const nameOf = (at: number): string =>
  `kalends-${new Date(at * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar.gz`;

const pattern = /^kalends-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz/;

const takenAt = (name: string): number => {
  const [year = 0, month = 0, ...rest] = (pattern.exec(name) ?? []).slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest) / 1000;
};

/** When the newest was taken. Later ones were taken before the clock was set back. */
const newestOf = (names: readonly string[], now: number): number | undefined =>
  names.map(takenAt).findLast((at) => at <= now);

/** Complete backups, the oldest first. */
const backupsIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => pattern.exec(name)?.[0] === name).sort();

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
