import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

const unspecified = new Set(['0.0.0.0', '::']);

/** Where a browser reaches a service that listens on this address: of an unspecified one, every network's. */
export function reachableOrigins(
  { address, port }: { address: string; port: number },
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  if (!unspecified.has(address)) return [originOf(address, port)];
  const outside = Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  return [originOf('localhost', port), ...outside.map((found) => originOf(found.address, port))];
}

const originOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
