// The files of the documentation page: Swagger UI from its package, and our own script and style.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page, PageRoute } from '../http/endpoints/page-routes.ts';

const types = {
  css: 'text/css; charset=UTF-8',
  js: 'text/javascript; charset=UTF-8',
  png: 'image/png',
} as const;

/** File names in the order in which the page names them. */
const fromPackage = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const own = ['docs.css', 'docs.js'] as const;

export type AssetName = (typeof fromPackage)[number] | (typeof own)[number];

export interface Assets {
  routes: readonly PageRoute[];
  /** The file's name below `/docs/`, which changes with its content. */
  nameOf(asset: AssetName): string;
}

/** The only files there are: an address that is none of theirs leads nowhere. */
export async function loadAssets(): Promise<Assets> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const files = await Promise.all([
    ...fromPackage.map(async (name) => ({ name, body: await readFile(join(folder, name)) })),
    ...own.map(async (name) => ({ name, body: await readFile(new URL(`./assets/${name}`, import.meta.url)) })),
  ]);
  const names = new Map(files.map(({ name, body }) => [name, hashedName(name, body)]));
  return {
    routes: files.map(({ name, body }) => {
      const page = pageOf(name, body);
      return { path: `/docs/${names.get(name)}`, make: () => page };
    }),
    nameOf: (asset) => names.get(asset) as string,
  };
}

const hashedName = (name: string, body: Buffer): string =>
  name.replace(/\.(?=\w+$)/, `.${hash('sha256', body, 'hex').slice(0, 12)}.`);

const pageOf = (name: AssetName, body: Buffer): Page => ({
  type: types[name.split('.').at(-1) as keyof typeof types],
  body: withoutSourceMap(body),
  headers: {
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  },
});

/** The map is not served; without the note no browser asks for it. */
const withoutSourceMap = (body: Buffer): Buffer => {
  const at = body.lastIndexOf('sourceMappingURL=');
  return at < 0 || body.length - at > 200
    ? body
    : Buffer.concat([body.subarray(0, at), Buffer.from(noteEnd(body, at))]);
};

const noteEnd = (body: Buffer, at: number): string => (body.subarray(at).includes('*/') ? '*/\n' : '\n');
