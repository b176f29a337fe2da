import { lookup, Resolver } from 'node:dns/promises';
import { createSemaphore } from '../media/semaphore.ts';
import type { ResolveHost } from './fetch-target.ts';

/**
 * Queries DNS first, then the system resolver, which also reads the hosts file. The whole process has two threads for the
 * system resolver, where a name whose server is silent occupies one for ten seconds: lookups here take one at most.
 */
export function createResolver(): ResolveHost {
  const servers = new Resolver({ timeout: 2000, tries: 2 });
  const oneAtATime = createSemaphore(1);
  return async (host) => {
    const answers = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    return oneAtATime(async () => (await lookup(host, { all: true })).map(({ address }) => address));
  };
}
