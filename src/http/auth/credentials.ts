/** The content of an `Authorization` header. An optional token may be unknown: the caller is then anonymous (D65). */
export type Credentials =
  | { kind: 'basic'; login: string; password: string }
  | { kind: 'bearer'; token: string; isOptional?: true };

/**
 * Reads Basic and Bearer credentials. `undefined` if they are unusable, for example without a password or a colon: the caller
 * is then anonymous. A Bearer token is never ignored (D8).
 */
export function parseCredentials(header: string | undefined): Credentials | undefined {
  const [, scheme, value = ''] = /^\s*(basic|bearer)(?:\s+(.*))?$/is.exec(header ?? '') ?? [];
  if (!scheme) return undefined;
  if (scheme.toLowerCase() === 'bearer') return { kind: 'bearer', token: withoutSpaces(value) };
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const login = text.slice(0, Math.max(0, colon));
  const password = withoutSpaces(text.slice(colon + 1));
  return colon < 0 || login === '' || password === '' ? undefined : { kind: 'basic', login, password };
}

/** Application passwords are displayed in groups of four; spaces inside are ignored. */
const withoutSpaces = (password: string): string => password.replace(/\s+/g, '');
