import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PageRoute } from '../http/endpoints/page-routes.ts';

/** A stylesheet of ours. Its path changes with its content, so that it can be cached for ever. */
export function loadStylesheet(name: 'calendar' | 'embed'): PageRoute {
  const body = readFileSync(new URL(`assets/${name}.css`, import.meta.url));
  const page = {
    type: 'text/css; charset=UTF-8',
    body,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  };
  return { path: `/assets/${name}-${hash('sha256', body, 'hex').slice(0, 10)}.css`, make: () => page };
}
