import { lookup } from 'node:dns/promises';
import type { ResolveHost } from './fetch-target.ts';

/** As the machine resolves names, its hosts file included. */
export const resolveHost: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);
