// The pages of the documentation with their blocks, and which blocks readers run.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Block, blocksOf } from './blocks.ts';

const project = resolve(import.meta.dirname, '../..');

export const isShell = ({ language }: Block): boolean => ['sh', 'bash', 'shell', 'console'].includes(language);

/** As commands that run an example in another language. */
export const otherLanguages: Readonly<Record<string, (code: string) => string>> = {
  ts: (code) => `cat > example.ts <<'END'\n${code}END\nnode --no-warnings example.ts`,
  python: (code) => `python3 - <<'END'\n${code}END\n`,
  sql: (code) => `node --input-type=module - <<'END'
    const client = new (await import('pg')).default.Client(process.env.SERVER_URL);
    await client.connect();
    for (const statement of ${JSON.stringify(code.trim().split(';\n'))}) await client.query(statement);
    await client.end();\nEND\n`,
};

export const documentation = (): { page: string; blocks: Block[] }[] =>
  globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'bench/*.md'], { cwd: project })
    .sort()
    .map((page) => ({ page, blocks: blocksOf(readFileSync(join(project, page), 'utf8')) }));
