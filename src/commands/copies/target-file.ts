import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Shell, WrongUsage } from '../../shell.ts';

const followLinks = (path: string): Promise<string> => realpath(path).catch(() => path);

/** The file that a copy of the calendar will replace. Throws WrongUsage if it is the calendar itself. */
export async function findTarget(name: string, data: string, { workingFolder }: Pick<Shell, 'workingFolder'>) {
  const path = await followLinks(resolve(workingFolder, name));
  if (path === (await followLinks(join(data, 'calendar.sqlite'))))
    throw new WrongUsage(`${name} is the calendar itself; name a new file.`);
  const found = await stat(path).catch(() => undefined);
  return { path, isDevice: found !== undefined && !found.isFile() && !found.isDirectory() };
}
