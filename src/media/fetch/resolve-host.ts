import { lookup, Resolver } from 'node:dns/promises';
import { createGate } from '../gate.ts';
import type { ResolveHost } from './fetch-target.ts';

/**
 * Asks the name servers; names that only the machine knows, as from its hosts file, come second. The machine's own
 * way holds a thread that reading files needs too, for as long as a slow name server likes: one at a time goes there.
 */
export function createResolver(): ResolveHost {
  const servers = new Resolver({ timeout: 2000, tries: 2 });
  const oneByOne = createGate(1);
  return async (host) => {
    const answers = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    return oneByOne(async () => (await lookup(host, { all: true })).map(({ address }) => address));
  };
}
