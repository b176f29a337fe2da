// What the machine gives the service: a folder, room on the disk, a clock and data about time zones.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Finding, fine, note, problem, warning } from './finding.ts';

const folderFindings = (data: string): Finding[] => {
  const { uid, mode } = statSync(data);
  const own = process.getuid?.();
  const command = `chmod -R go= ${data}`;
  return [
    ...(own !== undefined && own !== uid
      ? [
          warning(
            'folder',
            `${data} belongs to another user (${uid}) than you (${own}): run this as the service's user.`,
          ),
        ]
      : []),
    ...(own !== undefined && (mode & 0o077) !== 0
      ? [warning('folder', `${data} can be entered by other users of this machine: ${command}`)]
      : []),
  ];
};

export function examineFolder(data: string): Finding[] {
  const nearest = nearestFolder(data);
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [problem('folder', `${nearest} cannot be written to by this user: run this as the service's user.`)];
  }
  if (nearest !== data) return [note('folder', `${data} is not there yet; the first start makes it.`)];
  const found = folderFindings(data);
  return found.length > 0 ? found : [fine('folder', `${data} can be written to, and by its owner alone.`)];
}

const mebibyte = 1024 * 1024;

export function examineDisk(data: string): Finding {
  const { bavail, bsize } = statfsSync(nearestFolder(data));
  const free = Math.floor((Number(bavail) * Number(bsize)) / mebibyte);
  const text = `${free} MiB are free where the data are`;
  if (free < 100) return problem('disk', `${text}: writes will soon fail.`);
  return free < 1024 ? warning('disk', `${text}; give it 1 GiB or more.`) : fine('disk', `${text}.`);
}

/** The folder itself, or the first above it that is there. */
const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));

/** A clock that shows a time before this program was written is wrong. */
const earliestUtcSeconds = Date.UTC(2026, 0, 1) / 1000;

export const examineClock = (nowUtcSeconds: number): Finding => {
  const text = `This machine says ${new Date(nowUtcSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return nowUtcSeconds < earliestUtcSeconds
    ? problem('clock', `${text}, which is past: set the clock, best by NTP.`)
    : fine('clock', `${text}.`);
};

/** Governments change zones several times a year; the data come with Node. */
export function examineZones(siteZone: string, year: number): Finding {
  const edition = process.versions['tz'] ?? '';
  const text = `Zone data of edition ${edition || 'unknown'}; the site's zone is ${siteZone}`;
  return Number(edition.slice(0, 4)) >= year - 1
    ? fine('zones', `${text}.`)
    : warning('zones', `${text}. The data are old: install a newer Node.`);
}
