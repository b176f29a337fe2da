// Files of images that are not as their records say.

export interface WrongFiles {
  /** Keys. */
  missing_files: readonly string[];
  /** Files of another size, such as those that were cut short. */
  damaged_files: readonly DamagedFile[];
}

export interface DamagedFile {
  key: string;
  /** Bytes that the record states. */
  size: number;
  /** Bytes of the file. */
  found: number;
}

/** A line for each. */
export const linesOfWrongFiles = ({ missing_files, damaged_files }: WrongFiles): string[] => [
  ...missing_files.map((key) => `missing file  ${key}`),
  ...damaged_files.map(({ key, size, found }) => `damaged file  ${key}  (${found} bytes instead of ${size})`),
];
