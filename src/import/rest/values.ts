// Readers of single values, forgiving: what other sites send is of many types.
import { decodeHTMLStrict } from 'entities';
import { imageAddress } from '../../core/images.ts';
import { toPlainText } from '../../core/text/plain-text.ts';

export type RawRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is RawRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Largest id that is kept: within what other servers of the interface can store. */
export const maxKeptId = 2_147_483_647;

/** A positive whole number as such or as text. */
export function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Text without what the database and the interface refuse: NUL and halves of characters. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';
}

/** Kalends sends texts as they were written, others encode them for HTML. Only Kalends sends `translations`. */
export const isAsWritten = ({ language, translations }: RawRecord): boolean =>
  Array.isArray(translations) && translations.includes(language);

/** Titles and names come with HTML entities and sometimes tags; here they are plain text. */
export function plainOf(value: unknown, raw: RawRecord): string {
  const text = textOf(value);
  if (isAsWritten(raw)) return toPlainText(text);
  const decoded = decodeHTMLStrict(toPlainText(text));
  // `&lt;b&gt;` is shown there as `<b>`, and no tag here either, unless a careless reader could run it.
  if (!decoded.includes('<') || couldRun.test(decoded)) return toPlainText(decoded);
  return toPlainText(decoded.replaceAll('<', less)).replaceAll(less, '<');
}

const couldRun =
  /<\s*\/?(?:script|iframe|object|embed|style|form|svg|math|link|meta|base)\b|\son\w+\s*=|script\s*:|data\s*:/i;
/** Of the private use area: in no text of anybody's. */
const less = '\ue0ff';

export const flagOf = (value: unknown, otherwise = false): boolean => {
  if (typeof value === 'boolean') return value;
  const text = textOf(value).toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  return ['0', 'false', 'no', 'off'].includes(text) ? false : otherwise;
};

/** Named by its id alone, nothing said of it. */
export const isBare = (raw: RawRecord): boolean => raw['id'] !== undefined && Object.keys(raw).length === 1;

/** What a record names: an object, a list of them, or nothing (`[]`, `false`, `null`); also by mere id or name. */
export const referencesOf = (value: unknown): RawRecord[] =>
  (Array.isArray(value) ? value : [value]).flatMap((member): RawRecord[] => {
    if (isRecord(member)) return [member];
    const id = idOf(member);
    if (id !== undefined) return [{ id }];
    return typeof member === 'string' && member.trim() !== '' ? [{ name: member }] : [];
  });

/** The address of the image that a record shows; `null` where it says that it has none, undefined where nothing is said. */
export function imageOf({ image }: RawRecord): string | null | undefined {
  if (image === undefined) return undefined;
  const sent = isRecord(image) ? textOf(image['url']) : textOf(image);
  if (sent.trim() === '') return null;
  return imageAddress(sent);
}

/** The column of the image, where the images of the source are taken over; one that could not be had changes nothing. */
export function readImage(
  raw: RawRecord,
  { imageIdOf }: { imageIdOf?: ((address: string) => number | undefined) | undefined },
): { image_id?: number | null } {
  const address = imageOf(raw);
  if (imageIdOf === undefined || address === undefined) return {};
  if (address === null) return { image_id: null };
  const id = imageIdOf(address);
  return id === undefined ? {} : { image_id: id };
}
