// What the machine provides: a data folder, disk space, a clock and the time zone database.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCodeOf, whyUnwritable } from '../../core/errors.ts';
import { type Finding, fine, note, problem, warning } from './finding.ts';

function* folderFindings(data: string): Generator<Finding> {
  const { uid, mode } = statSync(data);
  const yours = process.getuid?.();
  if (yours === undefined) return;
  if (yours !== uid)
    yield warning(
      'folder',
      `${data} belongs to user ${uid}, not to you (${yours}): run this as the user of the service.`,
    );
  if ((mode & 0o077) !== 0)
    yield warning('folder', `Other users of this machine can enter ${data}; to prevent that, run chmod -R go= ${data}`);
}

export function examineFolder(data: string): Finding[] {
  const nearest = nearestFolder(data);
  if (!statSync(nearest).isDirectory()) return [problem('folder', `${nearest} is a file, not a folder.`)];
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = errorCodeOf(error) === 'EACCES' ? 'run this as the user of the service' : whyUnwritable(error);
    return [problem('folder', `You cannot write to ${nearest}: ${reason}.`)];
  }
  if (nearest !== data) return [note('folder', `${data} does not exist yet; the first start creates it.`)];
  const found = [...folderFindings(data)];
  return found.length > 0 ? found : [fine('folder', `${data} is writable, by its owner only.`)];
}

const mebibyte = 1024 * 1024;

export function examineDisk(data: string): Finding {
  const { bavail, bsize } = statfsSync(nearestFolder(data));
  const free = Math.floor((Number(bavail) * Number(bsize)) / mebibyte);
  const text = `${free} MiB free for data`;
  if (free < 100) return problem('disk', `${text}: writes will soon fail.`);
  return free < 1024 ? warning('disk', `${text}; 1 GiB or more is recommended.`) : fine('disk', `${text}.`);
}

/** The folder itself, or its nearest ancestor that exists. */
const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));

/** A clock that shows a time before this program was written is wrong. */
const earliestUtcSeconds = Date.UTC(2026, 0, 1) / 1000;

export const examineClock = (nowUtcSeconds: number): Finding => {
  const text = `The clock shows ${new Date(nowUtcSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return nowUtcSeconds < earliestUtcSeconds
    ? problem('clock', `${text}, which is in the past: set it, preferably by NTP.`)
    : fine('clock', `${text}.`);
};

/** Time zone rules change several times a year; Node includes the database. */
export function examineZones(siteZone: string, year: number): Finding {
  const edition = process.versions['tz'] ?? '';
  const text = `Time zone database ${edition || 'of unknown age'}; the site is in ${siteZone}`;
  return Number(edition.slice(0, 4)) >= year - 1
    ? fine('zones', `${text}.`)
    : warning('zones', `${text}. The database is old: install a newer Node.`);
}
