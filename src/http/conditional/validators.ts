import { hash } from 'node:crypto';

/** A strong entity tag: equal for equal bytes only. */
export const entityTag = (bytes: string | Buffer): string => `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

/** The tag of the body that a read would return. */
export const entityTagOf = (body: unknown): string => entityTag(JSON.stringify(body));

/** The tag of the same body in another coding. */
export const tagForCoding = (coding: string, tag: string): string => `${tag.slice(0, -1)}-${coding}"`;

/** Whether a tag from a request is the current one, in any content coding. */
const isSameTag = (named: string, tag: string): boolean =>
  named === tag || (named.length > tag.length && named.replace(/-(?:br|gzip|zstd)"$/, '"') === tag);

const tags = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether `If-None-Match` names the tag, weak or strong; `*` matches any. */
export const matchesWeakly = (header: string, tag: string): boolean =>
  header === tag ||
  header.trim() === '*' ||
  [...header.matchAll(tags)].some((found) => isSameTag(found[2] as string, tag));

/** Whether `If-Match` names one of the tags; weak ones do not count (RFC 9110, 13.1.1). */
export const matchesStrongly = (header: string, current: readonly string[]): boolean =>
  header.trim() === '*' ||
  [...header.matchAll(tags)].some(
    (found) => found[1] === undefined && current.some((tag) => isSameTag(found[2] as string, tag)),
  );

/** `Mon, 01 Mar 2027 12:00:00 GMT` */
export const formatHttpDate = (seconds: number): string => new Date(seconds * 1000).toUTCString();

// The three forms of RFC 9110, 5.6.7: the one in use, that of RFC 850, and that of asctime.
const forms = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** UTC seconds; `undefined` for anything else, so that an invalid header is ignored. */
export function parseHttpDate(text: string): number | undefined {
  if (!forms.some((form) => form.test(text))) return undefined;
  const milliseconds = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}
