export type QueryValue = string | number | boolean | readonly (string | number | boolean)[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

/** The URL of a path below the namespace, which may be `https://site.example/?rest_route=/tribe/events/v1`. */
export function addressOf(base: string, path: string, query: Query): string {
  const url = new URL(base);
  const route = url.searchParams.get('rest_route');
  if (route === null) url.pathname = withoutSlash(url.pathname) + path;
  else url.searchParams.set('rest_route', withoutSlash(route) + decodeURIComponent(path));
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return url.href;
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

/** `undefined` without credentials. Encoded as UTF-8 first, because `btoa` accepts bytes only. */
export function authorizationOf(options: {
  user?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
}): string | undefined {
  const { user, password, token } = options;
  if (token !== undefined) return `Bearer ${token}`;
  if (user === undefined && password === undefined) return undefined;
  if (user === undefined || password === undefined) throw new TypeError('user and password belong together');
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`;
}
