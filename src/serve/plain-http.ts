import type { Config } from '../config/settings.ts';

/** Addresses that only this machine reaches. */
const local = /^(?:localhost|127\.|::1$|\[::1\]$)/i;

/** Whether credentials may travel unencrypted: other machines can connect, and no proxy that terminates TLS is known. */
export const isPlainHttp = ({ host, trustedProxies }: Pick<Config, 'host' | 'trustedProxies'>): boolean =>
  !local.test(host) && trustedProxies.length === 0;
