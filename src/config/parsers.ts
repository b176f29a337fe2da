// Readers of configuration texts. Each returns the value or throws NotAccepted; the words about what is
// accepted stand in the table that uses them.
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import ipaddr from 'ipaddr.js';
import { parseLanguage } from '../core/languages.ts';
import { mainNamespace } from '../http/request/address.ts';
import { type Allowance, parseAllowance } from '../media/fetch/fetch-allowance.ts';

export class NotAccepted extends Error {
  /** The part of a list that is at fault. */
  readonly part: string | undefined;
  constructor(part?: string) {
    super('not accepted');
    this.part = part;
  }
}

export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new NotAccepted();
    return value;
  };

export const workerCount = (text: string): number =>
  text.toLowerCase() === 'auto' ? Math.min(128, availableParallelism()) : wholeNumber(1, 128)(text);

const unitBytes: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1000,
  mb: 1000 ** 2,
  gb: 1000 ** 3,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/** In millions. */
export const megapixels =
  (min: number, max: number) =>
  (text: string): number =>
    wholeNumber(min, max)(text) * 1_000_000;

/** `1048576`, `512KiB`, `1 MiB`. */
export const byteSize =
  (min: number, max: number) =>
  (text: string): number => {
    const [, digits, unit] = /^(\d{1,15})\s*([a-z]*)$/i.exec(text) ?? [];
    const bytes = Number(digits) * (unitBytes[unit?.toLowerCase() ?? ''] ?? Number.NaN);
    if (!(bytes >= min && bytes <= max)) throw new NotAccepted();
    return bytes;
  };

const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** `200ms`, `90s`, `30m`, `24h`, `7d`, in seconds. */
export const duration =
  (min: number, max: number) =>
  (text: string): number => {
    const [, digits, unit] = /^(\d{1,9})\s*(ms|[smhd])$/i.exec(text) ?? [];
    const seconds = Number(digits) * (unitSeconds[unit?.toLowerCase() ?? ''] ?? Number.NaN);
    if (!(seconds >= min && seconds <= max)) throw new NotAccepted();
    return seconds;
  };

export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T => {
    const found = values.find((value) => value.toLowerCase() === text.toLowerCase());
    if (found === undefined) throw new NotAccepted();
    return found;
  };

export function toggle(text: string): boolean {
  if (/^(?:true|1|yes|on)$/i.test(text)) return true;
  if (/^(?:false|0|no|off)$/i.test(text)) return false;
  throw new NotAccepted();
}

/** An address to listen on or the name of one; IPv6 also in brackets. */
export function hostName(text: string): string {
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  const name = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/i;
  if (isIP(bare) === 0 && (!name.test(bare) || /^[\d.]+$/.test(bare))) throw new NotAccepted();
  return bare;
}

/** Of a listener: host and port. */
export function listenAddress(text: string): { host: string; port: number } {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || port === undefined || (host.includes(':') && !host.startsWith('[')))
    throw new NotAccepted();
  return { host: hostName(host), port: wholeNumber(0, 65_535)(port) };
}

export const plainText =
  (most: number) =>
  (text: string): string => {
    if (text === '' || /\p{Cc}/u.test(text) || [...text].length > most) throw new NotAccepted();
    return text;
  };

/** Scheme, host and perhaps a path; without a slash at the end. */
export function siteAddress(text: string): string {
  const url = webAddress(text);
  if (url === undefined || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new NotAccepted();
  }
  return url.href.replace(/\/+$/, '');
}

/** Of another service; a key may stand behind its `?`. */
export function serverAddress(text: string): string {
  const url = webAddress(text);
  if (url === undefined || url.hash !== '' || url.username !== '' || url.password !== '') throw new NotAccepted();
  return url.href;
}

/** Goes into a header, within brackets. */
export function contact(text: string): string {
  const isMail = /^[^@]+@[^@]+$/.test(text);
  if (!/^[\x21-\x7e]{3,200}$/.test(text) || /[()\\]/.test(text) || !(isMail || webAddress(text)))
    throw new NotAccepted();
  return text;
}

/** A URI, as RFC 9116 asks for; on the web only over TLS. */
export function securityContact(text: string): string {
  const found = contact(text.replace(/^mailto:/i, ''));
  if (webAddress(found)?.protocol === 'http:') throw new NotAccepted();
  return webAddress(found) ? found : `mailto:${found}`;
}

const webAddress = (text: string): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.host !== '' ? url : undefined;
};

const listOf =
  (parse: (item: string) => string) =>
  (text: string): readonly string[] => {
    const items = text.split(',').map((item) => item.trim());
    return [...new Set(items.filter((item) => item !== '').map(parse))];
  };

/** Further namespaces behind the service's own one. */
export const namespaceList = (text: string): readonly string[] => [
  ...new Set([mainNamespace, ...listOf(parseNamespace)(text)]),
];

function parseNamespace(item: string): string {
  const name = item.toLowerCase().replace(/^\/+|\/+$/g, '');
  const first = name.split('/')[0] as string;
  const taken = first === 'wp-json' || parseLanguage(first) !== undefined;
  if (taken || !/^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)+$/.test(name)) throw new NotAccepted(item);
  return name;
}

export const proxyList = listOf((item) => {
  const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(item);
  if (!isNamed && !isAddress(item) && !isRange(item)) throw new NotAccepted(item);
  return item;
});

const isAddress = (item: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(item) || ipaddr.IPv6.isValid(item);
const isRange = (item: string): boolean =>
  ipaddr.isValidCIDR(item) && isAddress(item.slice(0, Math.max(0, item.indexOf('/'))));

/** `none` is the empty list: no page of another site may read. */
export const originList = (text: string): readonly string[] => (text.toLowerCase() === 'none' ? [] : origins(text));

const origins = listOf((item) => {
  if (item === '*') return item;
  const origin = webAddress(item)?.origin;
  if (origin === undefined || origin !== item.toLowerCase().replace(/\/$/, '')) throw new NotAccepted(item);
  return origin;
});

export const allowanceList = (text: string): readonly Allowance[] =>
  listOf((item) => {
    if (parseAllowance(item) === undefined) throw new NotAccepted(item);
    return item.toLowerCase();
  })(text).map((item) => parseAllowance(item) as Allowance);

export const word =
  (pattern: RegExp) =>
  (text: string): string => {
    if (!pattern.test(text)) throw new NotAccepted();
    return text;
  };

/** Slashes at its ends do not matter; one is put at the end. */
export function objectKeyPrefix(text: string): string {
  const path = text.replace(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/.test(path) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(path))
    throw new NotAccepted();
  return `${path}/`;
}
