// kalends.env: settings in a file, as `kalends setup` writes it and systemd and containers read it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { errorCodeOf } from '../core/errors.ts';

const settingsFileName = 'kalends.env';
/** Path of the file, if it is not in the working folder. */
export const settingsFileVariable = 'KALENDS_ENV_FILE';

export type Environment = Readonly<Record<string, string | undefined>>;

export const settingsFilePath = (workingFolder: string, environment: Environment): string =>
  resolve(workingFolder, environment[settingsFileVariable] || settingsFileName);

/** `undefined` if there is no file. Throws the system's error if it cannot be read, and for a line that sets nothing. */
export function findSettingsFile(workingFolder: string, environment: Environment) {
  const path = settingsFilePath(workingFolder, environment);
  try {
    // Windows editors begin a file with a byte order mark, which would become part of the first name.
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    assertAssignments(text);
    return { path, variables: parseEnv(text) };
  } catch (error) {
    if (!environment[settingsFileVariable] && errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Node would skip a line such as `KALENDS_PORT 8080`. The message omits its text, which may be a password. */
function assertAssignments(text: string): void {
  // Each line of a value in quotes, which may have several, counts as an assignment.
  const lines = text.replace(quotedValue, (value) => value.replace(/^/gm, '=')).split('\n');
  const at = lines.findIndex((line) => /^\s*[^#=\s][^=]*$/.test(line));
  if (at >= 0) throw new Error(`line ${at + 1} has no "="`);
}

const quotedValue = /^[^#\n=]*=[ \t]*(["'`])[\s\S]*?\1/gm;

/** A line that Node, systemd and containers read alike; `undefined` if there is none for this value. */
export function settingsLine(variable: string, value: string): string | undefined {
  if (/[\n\r]/.test(value)) return undefined;
  if (!/[#\\]|^['"`]|^\s|\s$/.test(value)) return `${variable}=${value}`;
  if (!/['\\]/.test(value)) return `${variable}='${value}'`;
  return /["\\]/.test(value) ? undefined : `${variable}="${value}"`;
}
