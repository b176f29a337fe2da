import { hash } from 'node:crypto';

/** A strong entity tag: equal for equal bytes only. */
export const entityTag = (bytes: string | Buffer): string => `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

/** The tag of the body that a read would return. */
export const entityTagOf = (body: unknown): string => entityTag(JSON.stringify(body));

/** The tag of the same body in another coding. */
export const tagIn = (coding: string, tag: string): string => `${tag.slice(0, -1)}-${coding}"`;

/** Whether a tag from a request is the current one, in any content coding. */
const isOf = (named: string, tag: string): boolean =>
  named === tag || (named.length > tag.length && named.replace(/-(?:br|gzip|zstd)"$/, '"') === tag);

const tags = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether `If-None-Match` names the tag, weak or strong; `*` matches any. */
export const namesWeakly = (header: string, tag: string): boolean =>
  header === tag || header.trim() === '*' || [...header.matchAll(tags)].some((found) => isOf(found[2] as string, tag));

/** Whether `If-Match` names one of the tags; weak ones do not count (RFC 9110, 13.1.1). */
export const namesStrongly = (header: string, current: readonly string[]): boolean =>
  header.trim() === '*' ||
  [...header.matchAll(tags)].some(
    (found) => found[1] === undefined && current.some((tag) => isOf(found[2] as string, tag)),
  );
