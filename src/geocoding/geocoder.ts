// The interface of a geocoder.
import type { Point } from '../core/geo.ts';

export interface Address {
  street: string;
  city: string;
  zip: string;
  region: string;
  country: string;
}

export interface Geocoder {
  /** Coordinates of an address; undefined if it is not found. Throws GeocoderFailed, or the reason of the signal. */
  locate(address: Address, signal: AbortSignal): Promise<Point | undefined>;
}

/** There was no usable response: worth another attempt. The message is logged and must not contain secrets. */
export class GeocoderFailed extends Error {
  /** From Retry-After. */
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
