import { attempt } from './errors.ts';

/** A URI as every program takes it: what RFC 3986 has no place for is percent-encoded. */
export const escapeUri = (uri: string): string =>
  uri.toWellFormed().replace(/[^\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]/gu, encodeURIComponent);

/** Undefined if the encoding is malformed. */
export const decodeUri = (text: string): string | undefined => attempt(() => decodeURIComponent(text));
