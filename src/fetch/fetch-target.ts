// Resolves the host of a URL and checks whether the service may connect to it (protection against SSRF).
import { type Allowance, allowsPort, coversAddress, namesHost } from './fetch-allowance.ts';
import { isPublicAddress, parseAddress } from './public-address.ts';

/** All addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** `refused`: connecting is not allowed. `failed`: no usable response. `too-large`: beyond the limit. */
export class FetchFailed extends Error {
  readonly reason: 'refused' | 'failed' | 'too-large';
  constructor(reason: FetchFailed['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface Target {
  url: URL;
  /** All checked addresses of the host. The connection uses one of them without resolving again, against DNS rebinding. */
  addresses: readonly string[];
}

const schemePorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Throws FetchFailed. A name is refused if any of its addresses is not allowed. */
export async function findTarget(url: URL, allowances: readonly Allowance[], resolve: ResolveHost): Promise<Target> {
  const schemePort = schemePorts[url.protocol];
  if (schemePort === undefined) throw new FetchFailed('refused', `scheme ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new FetchFailed('refused', 'credentials in the URL');
  const port = url.port === '' ? schemePort : Number(url.port);
  const open = allowances.filter((allowance) => allowsPort(allowance, port));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = parseAddress(host) ? [host] : await resolveAll(host, resolve);
  const isNamed = open.some((allowance) => namesHost(allowance, host));
  const isUsualPort = port === 80 || port === 443;
  const isAllowed = (address: string) =>
    isNamed || open.some((allowance) => coversAddress(allowance, address)) || (isUsualPort && isPublicAddress(address));
  const wrong = addresses.find((address) => !isAllowed(address));
  if (wrong !== undefined) throw new FetchFailed('refused', `${wrong}, port ${port}`);
  return { url, addresses };
}

async function resolveAll(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  const addresses = await resolve(host).catch((error: unknown) => {
    throw new FetchFailed('failed', `${host} is not known`, error);
  });
  if (addresses.length === 0) throw new FetchFailed('failed', `${host} has no address`);
  return addresses;
}
