import ipaddr from 'ipaddr.js';

/** A public address at which Azure serves credentials to its own virtual machines. */
const providerAddresses = new Set(['168.63.129.16']);
/** Range allocated for global unicast (RFC 4291). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether an address belongs to the public internet. Refuses private, loopback, link-local, shared, documentation and multicast
 * ranges, and IPv6 forms that embed an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || address.range() !== 'unicast' || providerAddresses.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** Unwraps IPv4-mapped addresses (`::ffff:10.0.0.1`). Addresses with a zone (`fe80::1%eth0`) are refused. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const isWhole = ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'));
  return isWhole ? ipaddr.process(text) : undefined;
}
