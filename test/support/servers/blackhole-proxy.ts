import { startTcpProxy } from './tcp-proxy.ts';

/** A proxy to PostgreSQL that can stop replying without closing connections. */
export interface BlackholeProxy {
  url: string;
  /** From the next packet that contains the text, no connection gets replies any more. */
  blockFrom(text: string): void;
  /** New connections get replies again. */
  open(): void;
}

export async function startBlackholeProxy(url: string): Promise<BlackholeProxy> {
  let from: string | undefined;
  let isBlocked = false;
  const through = await startTcpProxy(url, () => {
    let isStuck = false;
    return {
      fromClient(bytes) {
        if (from !== undefined && bytes.includes(from)) isBlocked = true;
        isStuck ||= isBlocked;
      },
      forwardsReply() {
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
