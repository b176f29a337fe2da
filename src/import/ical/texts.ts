// Texts, related records and images of an event in a calendar file.
import { splitTexts, unescapeText } from '../../core/ical/content-line.ts';
import { type Language, languageOfTag } from '../../core/languages.ts';
import { readCost } from '../../core/text/cost/cost.ts';
import { toSafeHtml } from '../../core/text/html/html.ts';
import { decodeUri } from '../../core/uri.ts';
import {
  maxHtmlLength,
  maxLineLength,
  maxTermNameLength,
  parseEmail,
  parseWebsite,
} from '../../resources/records/fields.ts';
import type { NamedRecord } from '../merge/by-name.ts';
import type { Note } from '../report.ts';
import { onOneLine } from '../rest/html.ts';
import { shorten, textOf, withScheme } from '../values.ts';
import type { Properties, Property } from './properties.ts';

/** Titles of events without one, as in exports that contain only busy times. */
export const neutralTitles: Readonly<Record<Language, string>> = {
  bg: 'Събитие',
  'zh-hans': '活动',
  en: 'Event',
  fr: 'Événement',
  de: 'Termin',
  ja: '予定',
  'pt-br': 'Evento',
  es: 'Evento',
};

export const readTitle = (properties: Properties, note: Note): string =>
  shorten(properties.plain(textOf(properties.text('SUMMARY') ?? '')), maxLineLength, 'title', note);

/** HTML if the file has it. Plain text may have lost its markup: a stored text may be richer. */
export function readDescription(properties: Properties, note: Note): { html: string; isPlain: boolean } | undefined {
  const styled = [...properties.all('X-ALT-DESC'), ...properties.all('STYLED-DESCRIPTION')].find(isHtml);
  const property = styled ?? properties.first('DESCRIPTION');
  if (property === undefined) return undefined;
  const embedded = embeddedHtml(property);
  const written = embedded ?? textOf(property.values[0]);
  // The parser does not unescape unknown properties.
  const text = shorten(
    property.type === 'unknown' ? unescapeText(written) : written,
    maxHtmlLength,
    'description',
    note,
  );
  if (styled || embedded !== undefined) return { html: toSafeHtml(onOneLine(text)), isPlain: false };
  const isMarkup = /<\/?(?:p|br|a|b|i|u|ul|ol|li|div|span|strong|em|h[1-6])\b[^<>]*>/i.test(text);
  return { html: toSafeHtml(isMarkup ? text : escaped(text)), isPlain: !isMarkup };
}

/** Thunderbird writes the HTML of a description as the address of its alternative representation. */
function embeddedHtml({ parameters }: Property): string | undefined {
  const [, encoded] = /^data:text\/html(?:;charset=utf-8)?,(.+)$/is.exec(parameters['altrep'] ?? '') ?? [];
  return encoded && decodeUri(encoded);
}

/** Quotation marks stay: they are text, and clients are shown what is stored. So do entities, which some programs leave. */
const escaped = (text: string): string =>
  text
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z]\w+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** RFC 9073 also allows the URL of a description. */
const isHtml = ({ parameters, type, values }: Property): boolean =>
  type !== 'uri' && /html/i.test(parameters['fmttype'] ?? '') && textOf(values[0]).trim() !== '';

export const readLanguage = (properties: Properties): Language | undefined =>
  languageOfTag(properties.first('SUMMARY')?.parameters['language'] ?? '');

/**
 * Undefined if the file contains none. Kalends writes further organizers as CONTACT with their addresses. E-mail
 * addresses in other files may not be meant for the public: they are imported only `withAddresses`.
 */
export function readOrganizers(properties: Properties, withAddresses: boolean, note: Note): NamedRecord[] | undefined {
  const { plain } = properties;
  const first = properties.first('ORGANIZER');
  if (first === undefined) return undefined;
  const others = properties.all('CONTACT').filter(({ parameters }) => parameters['altrep'] !== undefined);
  const all = [
    contactOf(plain(decodedName(textOf(first.parameters['cn']))), textOf(first.values[0]), note),
    ...others.map(({ parameters, values }) => contactOf(plain(textOf(values[0])), textOf(parameters['altrep']), note)),
  ].flatMap((one) => {
    const email = one?.columns.email;
    if (one === undefined || withAddresses || email === undefined) return one ?? [];
    return one.name === email ? [] : { ...one, columns: {} };
  });
  return all.length === 0 ? undefined : all;
}

/** The Events Calendar writes `Jazz%20Club`. */
const decodedName = (name: string): string => (/^\S*%[\dA-F]{2}\S*$/.test(name) ? decodeUri(name) : undefined) ?? name;

/** Named by the displayed name, else by the e-mail address. */
function contactOf(displayName: string, calAddress: string, note: Note): NamedRecord | undefined {
  const written = calAddress.replace(/^mailto:/i, '');
  const email = parseEmail(decodeUri(written) ?? written) ?? '';
  const name = shorten(displayName, maxLineLength, 'organizer', note) || email;
  const website = /^https?:/i.test(calAddress) ? parseWebsite(calAddress) : undefined;
  if (name === '') return undefined;
  return { kind: 'organizer', name, columns: email === '' ? {} : { email }, ...(website ? { website } : {}) };
}

/** Kalends writes the event's page as URL and its website as X-WEBSITE. */
export function readUrl(properties: Properties, note: Note): string | undefined {
  const sent = (properties.text('X-WEBSITE') ?? properties.text('URL'))?.trim();
  if (sent === undefined || sent === '') return sent;
  const website = parseWebsite(withScheme(sent));
  if (website === undefined) note('has an invalid URL, which is left out', sent);
  return website;
}

export function readCategories(properties: Properties, note: Note): string[] | undefined {
  const texts = properties.all('CATEGORIES').map(({ values }) => values.map(textOf));
  return texts.length === 0 ? undefined : namesIn(texts.flat().map(properties.plain), note);
}

export function readTags(properties: Properties, note: Note): string[] {
  const texts = properties.all('X-TAGS').flatMap(({ values }) => values.map(textOf));
  return namesIn(texts.flatMap(splitTexts).map(properties.plain), note);
}

/** Undefined if the file contains none. */
export const readEventCost = (properties: Properties): string | undefined => {
  const text = properties.text('X-COST');
  return text === undefined ? undefined : readCost(unescapeText(text));
};

/** UID of the parent event. */
export const readParent = (properties: Properties): string | undefined => {
  const isParent = ({ parameters }: Property) => /^parent$/i.test(parameters['reltype'] ?? 'parent');
  const uid = textOf(properties.all('RELATED-TO').find(isParent)?.values[0]).trim();
  return uid === '' ? undefined : uid;
};

function namesIn(texts: readonly string[], note: Note): string[] {
  const names = texts.map((name) => shorten(name, maxTermNameLength, 'category', note)).filter((name) => name !== '');
  return [...new Set(names)];
}

/** URL of the first image. */
export function readImage(properties: Properties): string | undefined {
  const isImage = ({ parameters, values }: Property) =>
    /^image\//i.test(parameters['fmttype'] ?? '') || /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(String(values[0]));
  const images = [...properties.all('IMAGE'), ...properties.all('ATTACH').filter(isImage)];
  return images.map(({ values }) => parseWebsite(String(values[0]))).find((url) => url !== undefined);
}

/** Images embedded in the file. */
export const hasInlineImage = (properties: Properties): boolean =>
  [...properties.all('IMAGE'), ...properties.all('ATTACH')].some(
    ({ type, parameters }) => type === 'binary' && /^image\//i.test(parameters['fmttype'] ?? ''),
  );
