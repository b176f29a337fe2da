export const commonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=UTF-8',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** Headers of pages, in addition to their Content-Security-Policy; other sites may frame embedded pages. */
export const pageSecurityHeaders = ({ isEmbedded }: { isEmbedded: boolean }): Readonly<Record<string, string>> => ({
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'cross-origin-resource-policy': isEmbedded ? 'cross-origin' : 'same-origin',
  ...(isEmbedded ? {} : { 'cross-origin-opener-policy': 'same-origin', 'x-frame-options': 'DENY' }),
});

export interface CorsOptions {
  /** Origins that may read and write from a browser; `*` allows all (credentials are never cookies here). */
  allowedOrigins: readonly string[];
}

const exposed =
  'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Deprecation, Dry-Run, ETag, Idempotency-Replayed, Link, Location, Retry-After, Sunset, X-Request-Id';
const methods = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';
const accepted =
  'Authorization, Content-Type, Content-Disposition, Idempotency-Key, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, X-HTTP-Method-Override, X-WP-Nonce';

/** D9: reads are open to every origin, without credentials, unless the operator lists origins. */
export function corsHeaders({ allowedOrigins }: CorsOptions, origin: string | undefined): Record<string, string> {
  const open = allowedOrigins.includes('*');
  if (!open && (origin === undefined || !allowedOrigins.includes(origin))) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': open ? '*' : (origin as string),
    ...(open ? {} : { vary: 'Origin' }),
    'access-control-allow-methods': methods,
    'access-control-allow-headers': accepted,
    'access-control-expose-headers': exposed,
    'access-control-max-age': '600',
  };
}

/** Merges headers; the values of `Vary` are joined. */
export function joinHeaders(
  own: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  const vary = [own['vary'], more['vary']].filter((name) => name !== undefined).join(', ');
  return { ...own, ...more, ...(vary === '' ? {} : { vary }) };
}

const words: Readonly<Record<string, string>> = {
  api: 'API',
  etag: 'ETag',
  ratelimit: 'RateLimit',
  tec: 'TEC',
  totalpages: 'TotalPages',
  wp: 'WP',
  www: 'WWW',
};

/** `x-tec-total` -> `X-TEC-Total` */
export const conventionalName = (name: string): string =>
  name
    .split('-')
    .map((word) => words[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');

const isTotal = (name: string): boolean => /^x-(?:tec|wp)-total(?:pages)?$/.test(name);

/** Headers inside an envelope: the totals are numbers. */
export const envelopeHeaders = (headers: Readonly<Record<string, string>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [conventionalName(name), isTotal(name) ? Number(value) : value]),
  );
