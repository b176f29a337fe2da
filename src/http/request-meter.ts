import type { RequestListener } from 'node:http';

/** Counts requests for the metrics. */
export interface RequestMeter {
  /** The same listener, with each request recorded at its end. */
  listener(listener: RequestListener): RequestListener;
  /** A response to an anonymous read was looked up in the cache. */
  lookedUp(isFound: boolean): void;
  /** A request was refused by the rate limit. */
  limited(): void;
}
