// Conventional spelling of header names. Elsewhere they are in lower case, as Node sends them.

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
