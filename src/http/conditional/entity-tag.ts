import { hash } from 'node:crypto';

/** A strong entity tag: equal for equal bytes only. */
export const entityTag = (bytes: string | Buffer): string => `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

/** The tag of a body as it will be sent. */
export const entityTagOf = (body: unknown): string => entityTag(JSON.stringify(body));

/** The tag of the same body in another coding. */
export const tagIn = (coding: string, tag: string): string => `${tag.slice(0, -1)}-${coding}"`;

/** Whether the tag named is the current one, or that of the same state in whatever coding it was read. */
const isOf = (named: string, tag: string): boolean =>
  named === tag || (named.length > tag.length && named.replace(/-(?:br|gzip|zstd)"$/, '"') === tag);

const tags = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether `If-None-Match` names the tag, weak or strong; `*` names whatever there is. */
export const namesWeakly = (header: string, tag: string): boolean =>
  header === tag || header.trim() === '*' || [...header.matchAll(tags)].some((found) => isOf(found[2] as string, tag));

/** Whether `If-Match` names one of the tags; a weak one promises too little (RFC 9110, 13.1.1). */
export const namesStrongly = (header: string, current: readonly string[]): boolean =>
  header.trim() === '*' ||
  [...header.matchAll(tags)].some(
    (found) => found[1] === undefined && current.some((tag) => isOf(found[2] as string, tag)),
  );
