// What the service needs of a geocoder, whoever runs it.
import type { Point } from '../core/geo.ts';

export interface Address {
  street: string;
  city: string;
  zip: string;
  region: string;
  country: string;
}

export interface Geocoder {
  /** Where an address is; undefined where no such place is known. Throws GeocoderFailed, or the reason of the signal. */
  locate(address: Address, signal: AbortSignal): Promise<Point | undefined>;
}

/** There was no answer, or none that can be used: worth another attempt. The message may be logged: no secrets in it. */
export class GeocoderFailed extends Error {
  /** How long the server wants to be left alone. */
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
