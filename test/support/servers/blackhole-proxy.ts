import { proxyTo } from './tcp-proxy.ts';

/** To a server of PostgreSQL; it can stand still without ending connections. */
export interface BlackholeProxy {
  url: string;
  /** From the next packet on that has the text, nothing is answered any more on any connection. */
  blockFrom(text: string): void;
  /** Connections from now on are as before. */
  open(): void;
}

export async function blackholeProxyTo(url: string): Promise<BlackholeProxy> {
  let from: string | undefined;
  let isBlocked = false;
  const through = await proxyTo(url, () => {
    let isStuck = false;
    return {
      asked(bytes) {
        if (from !== undefined && bytes.includes(from)) isBlocked = true;
        isStuck ||= isBlocked;
      },
      isPassed() {
        isStuck ||= isBlocked;
        return !isStuck;
      },
    };
  });
  return {
    url: through,
    blockFrom(text) {
      from = text;
    },
    open() {
      from = undefined;
      isBlocked = false;
    },
  };
}
