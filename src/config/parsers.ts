// The kinds of values that settings take.
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { parseLanguage } from '../core/languages.ts';
import { isHostName, parseAllowance } from '../fetch/fetch-allowance.ts';
import { mainNamespace } from '../http/request/api-url.ts';
import type { ConfigContext, Parser } from './setting.ts';

export class InvalidValue extends Error {
  /** The item of a list that is invalid. */
  readonly part: string | undefined;
  constructor(part?: string) {
    super('invalid value');
    this.part = part;
  }
}

/** A parser whose `read` returns `undefined` for an invalid value. */
export const parser = <T>(
  expected: string,
  read: (text: string, context: ConfigContext) => T | undefined,
): Parser<T> => ({
  expected,
  parse(text, context) {
    const value = read(text, context);
    if (value === undefined) throw new InvalidValue();
    return value;
  },
});

function readInteger(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

export const integer = (min: number, max: number): Parser<number> =>
  parser(`an integer from ${min} to ${max}`, (text) => readInteger(text, min, max));

export const workerCount = parser('an integer from 1 to 128, or auto', (text) =>
  text.toLowerCase() === 'auto' ? Math.min(128, availableParallelism()) : readInteger(text, 1, 128),
);

/** In pixels. */
export const megapixels = (min: number, max: number): Parser<number> =>
  parser(`an integer from ${min} to ${max}`, (text) => {
    const millions = readInteger(text, min, max);
    return millions && millions * 1_000_000;
  });

/** `365` or `365d`. */
export const days = (max: number): Parser<number> =>
  parser('an integer number of days such as 365, or 365d', (text) => readInteger(text.replace(/d$/, ''), 0, max));

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

function bytesIn(text: string): number {
  const [, digits, unit] = /^(\d{1,15})\s*([a-z]*)$/i.exec(text) ?? [];
  return Number(digits) * (unitBytes[unit?.toLowerCase() ?? ''] ?? Number.NaN);
}

/** `1048576`, `512KiB`, `1 MiB`. */
export const byteSize = (min: number, max: string): Parser<number> =>
  parser(`a size up to ${max}, such as 512KiB or 64MiB`, (text) => {
    const bytes = bytesIn(text);
    return bytes >= min && bytes <= bytesIn(max) ? bytes : undefined;
  });

const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

function secondsIn(text: string): number {
  const [, digits, unit] = /^(\d{1,9})\s*(ms|[smhd])$/i.exec(text) ?? [];
  return Number(digits) * (unitSeconds[unit?.toLowerCase() ?? ''] ?? Number.NaN);
}

/** `200ms`, `90s`, `30m`, `24h`, `7d`, in seconds. */
export const duration = (min: string, max: string, example: string): Parser<number> =>
  parser(`a duration from ${min} to ${max}, such as ${example}`, (text) => {
    const seconds = secondsIn(text);
    return seconds >= secondsIn(min) && seconds <= secondsIn(max) ? seconds : undefined;
  });

/** A duration, or 0 to switch something off. */
export function durationOrZero(...range: Parameters<typeof duration>): Parser<number> {
  const { expected, parse } = duration(...range);
  return { expected: `${expected}, or 0`, parse: (text, context) => (text === '0' ? 0 : parse(text, context)) };
}

export const oneOf = <const T extends string>(values: readonly T[]): Parser<T> =>
  parser(`${values.slice(0, -1).join(', ')} or ${values.at(-1)}`, (text) =>
    values.find((value) => value.toLowerCase() === text.toLowerCase()),
  );

export const toggle = parser(
  'on or off',
  (text) => /^(?:true|1|yes|on)$/i.test(text) || (/^(?:false|0|no|off)$/i.test(text) ? false : undefined),
);

/** An absolute path. */
export const folder = parser('a folder path', (text, { workingFolder }) =>
  text === '' || text.includes('\0') ? undefined : resolve(workingFolder, text),
);

/** An address to listen on or the name of one; IPv6 also in brackets. */
export const host = parser('an IP address or a host name', readHost);

function readHost(text: string): string | undefined {
  const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  return isIP(bare) !== 0 || isHostName(bare) ? bare : undefined;
}

export const listenAddress = parser(
  'an address and a port such as 127.0.0.1:9464, [::1]:9464 or metrics.internal:9464',
  (text) => {
    const [, name = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
    const address = name.includes(':') && !name.startsWith('[') ? undefined : readHost(name);
    const port = readInteger(digits, 0, 65_535);
    return address === undefined || port === undefined ? undefined : { host: address, port };
  },
);

export const plainText = (maxLength: number): Parser<string> =>
  parser(`1 to ${maxLength} characters`, (text) =>
    text === '' || /\p{Cc}/u.test(text) || [...text].length > maxLength ? undefined : text,
  );

export const word = (expected: string, pattern: RegExp): Parser<string> =>
  parser(expected, (text) => (pattern.test(text) ? text : undefined));

const webUrl = (text: string): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.host !== '' ? url : undefined;
};

/** A web URL without credentials, which every program may know. */
const publicUrl = (text: string): URL | undefined => {
  const url = webUrl(text);
  return url?.username === '' && url.password === '' ? url : undefined;
};

/** Scheme, host and perhaps a path, without a trailing slash. */
export const siteUrl = (expected: string): Parser<string> =>
  parser(expected, (text) => {
    const url = publicUrl(text);
    return url?.search === '' && url.hash === '' ? url.href.replace(/\/+$/, '') : undefined;
  });

/** URL of another service; its query may contain a key. */
export const serverUrl = (expected: string): Parser<string> =>
  parser(expected, (text) => {
    const url = publicUrl(text);
    return url?.hash === '' ? url.href : undefined;
  });

/** URL of map tiles. The host has no placeholder, since the content security policy of pages names it. */
export const tileUrl = parser(
  'a URL with {z}, {x} and {y}, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  (text) => {
    const url = publicUrl(text);
    const isTemplate = ['{z}', '{x}', '{y}'].every((placeholder) => text.includes(placeholder));
    return url && isTemplate && !/[{}]/.test(url.host) ? text : undefined;
  },
);

/** Sent in a header, in parentheses. */
export const contact = parser('an e-mail address or a URL', readContact);

function readContact(text: string): string | undefined {
  const isContact = /^[^@]+@[^@]+$/.test(text) || webUrl(text) !== undefined;
  return /^[\x21-\x7e]{3,200}$/.test(text) && !/[()\\]/.test(text) && isContact ? text : undefined;
}

/** A URI, as RFC 9116 requires. */
export const securityContact = parser('an e-mail address or an https URL', (text) => {
  const found = readContact(text.replace(/^mailto:/i, ''));
  if (found === undefined) return undefined;
  const url = webUrl(found);
  if (url) return url.protocol === 'http:' ? undefined : found;
  return `mailto:${found}`;
});

/** `read` returns `undefined` for an invalid item. */
const list = <T>(expected: string, read: (item: string) => T | undefined): Parser<readonly T[]> => ({
  expected,
  parse(text) {
    const items = text.split(',').map((item) => item.trim());
    return [...new Set(items.filter((item) => item !== '').map((item) => read(item) ?? invalid(item)))];
  },
});

function invalid(item: string): never {
  throw new InvalidValue(item);
}

const namespaces = list('a comma-separated list such as tribe/events/v1', (item) => {
  const name = item.toLowerCase().replace(/^\/+|\/+$/g, '');
  const first = name.split('/')[0] as string;
  const isReserved = first === 'wp-json' || parseLanguage(first) !== undefined;
  return !isReserved && /^[a-z0-9][a-z0-9_.-]*(?:\/[a-z0-9][a-z0-9_.-]*)+$/.test(name) ? name : undefined;
});

/** The main namespace, and aliases after it. */
export const namespaceList: Parser<readonly string[]> = {
  ...namespaces,
  parse: (...given) => [...new Set([mainNamespace, ...namespaces.parse(...given)])],
};

export const proxyList = list(
  'a comma-separated list of IP addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
  (item) => {
    const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(item);
    return isNamed || isAddress(item) || isRange(item) ? item : undefined;
  },
);

const isAddress = (item: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(item) || ipaddr.IPv6.isValid(item);
const isRange = (item: string): boolean =>
  ipaddr.isValidCIDR(item) && isAddress(item.slice(0, Math.max(0, item.indexOf('/'))));

const origins = list('comma-separated origins such as https://example.org, or * for all, or none', (item) => {
  const origin = webUrl(item)?.origin;
  return item === '*' || origin === item.toLowerCase().replace(/\/$/, '') ? (origin ?? item) : undefined;
});

/** `none` is the empty list: no page of another site may read. */
export const originList: Parser<readonly string[]> = {
  ...origins,
  parse: (text, context) => (text.toLowerCase() === 'none' ? [] : origins.parse(text, context)),
};

export const allowanceList = list(
  'a comma-separated list such as intranet.example, 10.0.0.0/8, 127.0.0.1:8080, [::1]:8080',
  (item) => parseAllowance(item.toLowerCase()),
);

/** Slashes at the ends do not matter; the value ends with one. */
export const objectKeyPrefix = parser('a path of letters, digits and . _ - such as calendar/images', (text) => {
  const path = text.replace(/^\/+|\/+$/g, '');
  const isPath = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path);
  return isPath ? `${path}/` : undefined;
});
