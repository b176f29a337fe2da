// The operator's theme in DATA/theme/: stylesheet, logo, texts and the files that these use. Read once, at startup.
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { errorCodeOf } from '../../core/errors.ts';
import { type Language, parseLanguage } from '../../core/languages.ts';
import { toSafeHtml } from '../../core/text/html/html.ts';
import type { Page, PageRoute } from '../../http/endpoints/page-routes.ts';
import type { PageLinks } from '../urls/page-links.ts';

type Part = 'header' | 'footer';

export interface Theme {
  /** Keys are file names. */
  files: ReadonlyMap<string, Page>;
  /** HTML by part and language; `*` applies to languages without a text of their own. */
  texts: ReadonlyMap<`${Part}/${Language | '*'}`, string>;
}

export const noTheme: Theme = { files: new Map(), texts: new Map() };

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const maxBytes = 5 * 1024 * 1024;

/** Reads the folder; `warn` receives a sentence for each file that is ignored. */
export async function readTheme(folder: string, warn: (problem: string) => void): Promise<Theme> {
  const files = new Map<string, Page>();
  const texts = new Map<`${Part}/${Language | '*'}`, string>();
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const { size } = await stat(path);
    const [, part, code] = /^(header|footer)(?:\.([a-z-]+))?\.html$/.exec(name) ?? [];
    const language = code === undefined ? '*' : parseLanguage(code);
    const type = types[extname(name)];
    if (size > maxBytes) warn(`${path} is larger than 5 MiB`);
    else if (part !== undefined && language !== undefined)
      texts.set(`${part as Part}/${language}`, toSafeHtml(await readFile(path, 'utf8')));
    else if (type !== undefined && /^[\w-][\w.-]*$/.test(name)) files.set(name, pageOf(type, await readFile(path)));
    else warn(`${path} is not part of a theme`);
  }
  return { files, texts };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

const pageOf = (type: string, body: Buffer): Page => ({
  type,
  body,
  headers: {
    'cache-control': 'public, max-age=600',
    // An SVG that is opened on its own must not run scripts.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  },
});

/** Only names that were read are served, so no path leads out of the folder. */
export const themeRoute = ({ files }: Theme): PageRoute => ({
  path: '/theme/:file',
  make: ({ params: { file = '' } }) => files.get(file),
});

/** Paths and HTML of the theme for one page. */
export type PageTheme = ReturnType<typeof themeOf>;

export function themeOf({ files, texts }: Theme, language: Language, links: PageLinks) {
  const find = (stem: string, extensions: readonly string[]) =>
    extensions
      .map((extension) => `${stem}.${extension}`)
      .filter((name) => files.has(name))
      .map((name) => links.file(`/theme/${name}`));
  const textOf = (part: Part) => texts.get(`${part}/${language}`) ?? texts.get(`${part}/*`) ?? '';
  return {
    stylesheets: find('theme', ['css']),
    logo: find('logo', ['svg', 'png', 'webp', 'jpg'])[0],
    icon: find('favicon', ['svg', 'png', 'ico'])[0],
    header: textOf('header'),
    footer: textOf('footer'),
  };
}
