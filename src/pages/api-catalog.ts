import type { PageRoute } from '../http/endpoints/page-routes.ts';

const path = '/.well-known/api-catalog';

/** The interfaces of this server for programs that look for them (RFC 9727, RFC 9264). */
export const catalogRoute = (namespaces: readonly string[]): PageRoute => ({
  path,
  make({ origin }) {
    const roots = namespaces.map((namespace) => `${origin}/wp-json/${namespace}`);
    const catalog = { anchor: `${origin}${path}`, item: roots.map((href) => ({ href })) };
    const interfaces = roots.map((anchor) => ({
      anchor,
      'service-desc': [{ href: `${anchor}/doc`, type: 'application/json' }],
      'service-doc': [{ href: `${anchor}/docs`, type: 'text/html' }],
      status: [{ href: `${origin}/readyz`, type: 'application/json' }],
    }));
    return {
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      headers: { link: `<${origin}${path}>; rel="api-catalog"` },
      body: Buffer.from(JSON.stringify({ linkset: [catalog, ...interfaces] })),
    };
  },
});
