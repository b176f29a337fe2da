// Names and ages of scheduled backups. A name contains the time of the backup, so every process can check whether they are
// up to date.
import { readdir } from 'node:fs/promises';

/** Checks at least this often whether a backup is due, as clocks and folders may change. */
export const maxPauseSeconds = 3600;

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
  const newest = names.map(takenAt).findLast((at) => at <= now);
  const pause = Math.min(everySeconds, maxPauseSeconds);
  const latest = newest === undefined ? startedAt + 2 * pause : newest + everySeconds + 2 * pause;
  if (now > latest) return { state: 'overdue', newest };
  return { state: newest === undefined ? 'pending' : 'ok', newest };
}

/** `kalends-20261124T033000Z.tar.gz` */
export const nameOf = (at: number): string =>
  `kalends-${new Date(at * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar.gz`;

export const pattern = /^kalends-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz/;

export const takenAt = (name: string): number => {
  const [year = 0, month = 0, ...rest] = (pattern.exec(name) ?? []).slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest) / 1000;
};

/** Complete backups, the oldest first. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => pattern.exec(name)?.[0] === name).sort();

export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
