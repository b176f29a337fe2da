// Parsers to compare with, and terminals, in the system's Python. Tests that need a missing module are skipped.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = '/usr/bin/python3';

export const hasPython = (module: string): boolean => spawnSync(program, ['-c', `import ${module}`]).status === 0;

type Script = 'expand-rules.py' | 'on-terminal.py' | 'read-ical.py' | 'read-xml.py';

/** Runs a script of this folder on the input, and returns its result. */
export function readWith<T>(script: Script, input: string): T {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { status, stdout, stderr } = spawnSync(program, [path], { input, maxBuffer: 256 * 1024 * 1024 });
  if (status !== 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout));
}

/** `{namespace}name`, attributes, text, children. */
export type XmlElement = readonly [string, Readonly<Record<string, string>>, string, readonly XmlElement[]];

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element[3].filter(([tag]) => tag.replace(/^\{.*\}/, '') === name);

export const textOf = (element: XmlElement, name: string): string | undefined => childrenOf(element, name)[0]?.[2];
