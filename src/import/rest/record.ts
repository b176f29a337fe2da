// What readers of several kinds of records need: plain texts, embedded records and images.
import { imageUrl } from '../../core/images.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { idOf, isRecord, listOf, membersOf, plainTextOf, type RawRecord, textOf } from '../values.ts';

/** Kalends sends plain texts, other servers encode them for HTML. Only Kalends sends `translations`. */
export const isAsWritten = ({ language, translations }: RawRecord): boolean =>
  Array.isArray(translations) && translations.includes(language);

export const plainOf = (value: unknown, raw: RawRecord): string =>
  isAsWritten(raw) ? toPlainText(textOf(value)) : plainTextOf(textOf(value));

/** A reference by id, without any other member. */
export const isBare = (raw: RawRecord): boolean => raw['id'] !== undefined && Object.keys(raw).length === 1;

/** Embedded records: an object, a list, or nothing (`[]`, `false`, `null`); also a mere id or name. */
const referencesOf = (value: unknown): RawRecord[] =>
  (listOf(value) ?? [value]).flatMap((member): RawRecord[] => {
    if (isRecord(member)) return [member];
    const id = idOf(member);
    if (id !== undefined) return [{ id }];
    return typeof member === 'string' && member.trim() !== '' ? [{ name: member }] : [];
  });

const embeddings = [
  ['venue', 'venue'],
  ['organizer', 'organizer'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const;

/** The venues, organizers and terms embedded in an event. */
export const embeddedIn = (event: RawRecord) =>
  embeddings.flatMap(([kind, member]) => referencesOf(event[member]).map((raw) => ({ kind, raw })));

/** The URL of a record's image; `null` if it states that there is none, undefined if it states nothing. */
function imageOf({ image, url: page, rest_url: api }: RawRecord): string | null | undefined {
  if (image === undefined) return undefined;
  const sent = (isRecord(image) ? textOf(image['url']) : textOf(image)).trim();
  if (sent === '') return null;
  // Plugins shorten URLs of the own site to `//example.org/a.png` or `/a.png`.
  return imageUrl(sent.startsWith('/') ? (URL.parse(sent, textOf(page) || textOf(api))?.href ?? '') : sent);
}

/** The record has an image, but not as the URL of a file. */
export const hasUnknownImage = (raw: RawRecord): boolean => raw['image'] !== undefined && imageOf(raw) === undefined;

/** The image of a record, with its id at the source if that is stated. */
export function imageIn(raw: RawRecord): { url: string; id: number | undefined } | undefined {
  const url = imageOf(raw);
  return url ? { url, id: idOf(membersOf(raw['image'])['id']) } : undefined;
}

/** The image column, if images are imported. An image that could not be fetched changes nothing. */
export function readImage(
  raw: RawRecord,
  { imageIdOf }: { imageIdOf?: ((url: string) => number | undefined) | undefined },
): { image_id?: number | null } {
  const url = imageOf(raw);
  if (imageIdOf === undefined || url === undefined) return {};
  if (url === null) return { image_id: null };
  const id = imageIdOf(url);
  return id === undefined ? {} : { image_id: id };
}
