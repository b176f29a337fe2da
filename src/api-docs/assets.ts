// The files of the documentation page: Swagger UI from its package, and our own script and style.
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '../http/endpoints/page-routes.ts';

const types = {
  css: 'text/css; charset=UTF-8',
  js: 'text/javascript; charset=UTF-8',
  png: 'image/png',
} as const;

/** The build copies these. */
export const fromPackage = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const ours = ['docs.css', 'docs.js'] as const;

export type AssetName = (typeof fromPackage)[number] | (typeof ours)[number];

/** Reads the files when they are first needed. */
export function createAssets(): () => Promise<Assets> {
  let assets: Promise<Assets> | undefined;
  return () => {
    assets ??= loadAssets();
    return assets;
  };
}

export type Assets = Awaited<ReturnType<typeof loadAssets>>;

async function loadAssets() {
  const folder = swaggerFolder();
  const files = await Promise.all([
    ...fromPackage.map(async (name) => ({ name, body: await readFile(join(folder, name)) })),
    ...ours.map(async (name) => ({ name, body: await readFile(new URL(`./assets/${name}`, import.meta.url)) })),
  ]);
  const names = new Map(files.map(({ name, body }) => [name, hashedName(name, body)]));
  return {
    /** By file name below `/docs/`. */
    pages: new Map(files.map(({ name, body }) => [names.get(name) as string, pageOf(name, body)])),
    /** The file name, which changes with the content. */
    nameOf: (asset: AssetName): string => names.get(asset) as string,
  };
}

/** A build has copies beside this file, a checkout the package. */
function swaggerFolder(): string {
  const built = fileURLToPath(new URL('swagger-ui', import.meta.url));
  return existsSync(built) ? built : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
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

/** The source map is not served, so its comment is cut off. */
function withoutSourceMap(body: Buffer): Buffer {
  const at = body.lastIndexOf('sourceMappingURL=');
  if (at < 0 || body.length - at > 200) return body;
  const end = body.subarray(at).includes('*/') ? '*/\n' : '\n';
  return Buffer.concat([body.subarray(0, at), Buffer.from(end)]);
}
