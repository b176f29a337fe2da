// Where an address leads, and whether the service may go there.
import { type Allowance, allowsPort, coversAddress, namesHost } from './fetch-allowance.ts';
import { isPublicAddress, parseAddress } from './public-address.ts';

/** All addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** `refused`: the service does not go there. `failed`: it went, and there was no image to be had. `too-large`: beyond the limit. */
export class FetchFailed extends Error {
  readonly reason: 'refused' | 'failed' | 'too-large';
  constructor(reason: FetchFailed['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export interface Target {
  url: URL;
  /** Every address of the host, all checked: the connection uses one of them without another look-up. */
  addresses: readonly string[];
}

const schemePorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Throws FetchFailed. One address that is not allowed spoils all of a name's. */
export async function findTarget(url: URL, allowances: readonly Allowance[], resolve: ResolveHost): Promise<Target> {
  const schemePort = schemePorts[url.protocol];
  if (schemePort === undefined) throw new FetchFailed('refused', `scheme ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new FetchFailed('refused', 'credentials in the address');
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
