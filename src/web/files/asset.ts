// Stylesheets, scripts and the icon of pages.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PageRoute } from '../../http/endpoints/page-routes.ts';

const types = { css: 'text/css; charset=UTF-8', js: 'text/javascript; charset=UTF-8', svg: 'image/svg+xml' } as const;

type Extension = keyof typeof types;

/** The path changes with the content, so that the file can be cached forever. */
export function assetRoute(name: `${string}.${Extension}`, body: Buffer): PageRoute {
  const [stem, extension] = name.split('.') as [string, Extension];
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  const page = { type: types[extension], body, headers };
  return { path: `/assets/${stem}-${hash('sha256', body, 'hex').slice(0, 10)}.${extension}`, make: () => page };
}

const read = (name: string): Buffer => readFileSync(new URL(`../assets/${name}`, import.meta.url));

export const loadAsset = (name: `${string}.${Extension}`): PageRoute => assetRoute(name, read(name));

/** Later parts win where they set the same within a layer. */
const stylesheetParts = ['base', 'filters', 'notes', 'layout', 'lists', 'month', 'event', 'print'];

/** The stylesheet of all pages, as one file. */
export const loadStylesheet = (): PageRoute =>
  assetRoute('calendar.css', Buffer.concat(stylesheetParts.map((part) => read(`calendar/${part}.css`))));
