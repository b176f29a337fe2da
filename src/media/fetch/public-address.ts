import ipaddr from 'ipaddr.js';

/** Public by its number, yet it answers only to the machines of one provider, with their secrets (Azure). */
const providerAddresses = new Set(['168.63.129.16']);
/** All that is handed out to networks that the world can reach (RFC 4291). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether an address belongs to the public internet: no private, loopback, link-local, shared, documentation or
 * multicast range, and no IPv6 form that stands for an IPv4 address, whichever that is.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || address.range() !== 'unicast' || providerAddresses.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** `::ffff:10.0.0.1` is the IPv4 address in it. Zones (`fe80::1%eth0`) belong to no address of the internet. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const isWhole = ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'));
  return isWhole ? ipaddr.process(text) : undefined;
}
