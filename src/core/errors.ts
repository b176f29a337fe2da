/** The code of an error of the system or an engine, such as `ENOENT`; empty if it has none. */
export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The result of the work; undefined if it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const writeReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'part of the path is a file',
  ELOOP: 'the symbolic links in the path have no end',
  ENAMETOOLONG: 'the name is too long',
};

/** Completes a message that a file cannot be written. */
export const whyUnwritable = (error: unknown): string => writeReasons[errorCodeOf(error)] ?? messageOf(error);

const readSentences: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read: permission is denied',
  EPERM: 'cannot be read: permission is denied',
  EISDIR: 'is a folder',
  ENAMETOOLONG: 'is too long a file name',
};

/** Completes the name of a file that cannot be read. */
export const whyUnreadable = (error: unknown): string =>
  readSentences[errorCodeOf(error)] ?? `cannot be read: ${messageOf(error)}`;

/** An error of the operating system rather than of Node or an engine. */
export const isSystemError = (error: unknown): boolean => /^E[A-Z]+$/.test(errorCodeOf(error));
