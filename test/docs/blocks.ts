// The fenced blocks of a page of the documentation, and the commands in those for a shell.
import { spawnSync } from 'node:child_process';

export interface Block {
  line: number;
  language: string;
  text: string;
  /** The output that the page shows: the block of `text` below it. */
  output: string | undefined;
}

export function blocksOf(page: string): Block[] {
  const fences = [...page.matchAll(/^( *)```(\w*).*\n((?:.*\n)*?)\1```$/gm)].map(
    ({ index, 1: indent = '', 2: language = '', 3: text = '' }) => ({
      line: page.slice(0, index).split('\n').length,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
  return fences.map((block, at) => {
    const next = fences[at + 1];
    return { ...block, output: next?.language === 'text' ? next.text : undefined };
  });
}

/** The shell's error message for a script. */
export const shellProblems = (script: string): string => String(spawnSync('bash', ['-n'], { input: script }).stderr);

/** Splits a script into commands, each with its continued lines and here-documents, and the comments before it. */
export function commandsOf(script: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of script.trimEnd().split('\n')) {
    open += `${line}\n`;
    if (/^\s*(?:#|$)/.test(line) || line.endsWith('\\') || shellProblems(open) !== '') continue;
    commands.push(open);
    open = '';
  }
  return open.trim() === '' ? commands : [...commands, open];
}

/** Whether this is the output that a page shows, where `…` is any text of a line, or any lines. */
export function matchesOutput(output: string, shown: string): boolean {
  const lines = shown.trimEnd().split('\n');
  const pattern = lines.map((line) => (line === '…' ? '(?:.*\n)*?' : `${line.split('…').map(escaped).join('.*')} *\n`));
  return new RegExp(`^${pattern.join('')}$`).test(`${output.trimEnd()}\n`);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
