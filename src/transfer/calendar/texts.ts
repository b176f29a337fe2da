// Texts of an event in a calendar file.
import { type Language, languages, parseLanguage } from '../../core/languages.ts';
import { toSafeHtml } from '../../core/text/html.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { longestHtml, parseEmail, parseWebsite } from '../../resources/records/fields.ts';
import type { NamedRecord } from '../merge/named-linked.ts';
import { shorten } from '../pages/texts.ts';
import type { Note } from '../pages/types.ts';
import { textOf } from '../pages/values.ts';
import type { Properties, Property } from './properties.ts';

const longestTitle = 2000;

export const readTitle = (properties: Properties, note: Note): string =>
  shorten(toPlainText(textOf(properties.text('SUMMARY') ?? '')), longestTitle, 'title', note);

/** HTML where the file has it. `plain` is set where it has none: what was lost on the way must not be lost here. */
export function readDescription(properties: Properties, note: Note): { html: string; isPlain: boolean } | undefined {
  const styled = [...properties.all('X-ALT-DESC'), ...properties.all('STYLED-DESCRIPTION')].find(isHtml);
  const property = styled ?? properties.first('DESCRIPTION');
  if (property === undefined) return undefined;
  const text = shorten(textOf(property.values[0]), longestHtml, 'description', note);
  const isMarkup =
    styled !== undefined || /<\/?(?:p|br|a|b|i|u|ul|ol|li|div|span|strong|em|h[1-6])\b[^<>]*>/i.test(text);
  return { html: toSafeHtml(isMarkup ? text : escaped(text)), isPlain: !isMarkup };
}

const isHtml = ({ parameters, values }: Property): boolean =>
  /html/i.test(parameters['fmttype'] ?? '') && textOf(values[0]).trim() !== '';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `de-AT` is `de`. */
export function readLanguage(properties: Properties): Language | undefined {
  const tag = (properties.first('SUMMARY')?.parameters['language'] ?? '').toLowerCase();
  if (/^zh(?:-(?:cn|sg|hans))?/.test(tag)) return 'zh-hans';
  return parseLanguage(tag) ?? languages.find((language) => language.split('-')[0] === tag.split('-')[0]);
}

/** The name that is shown, else the address of the mail. */
export function readOrganizer(properties: Properties, note: Note): NamedRecord | undefined {
  const property = properties.first('ORGANIZER');
  if (property === undefined) return undefined;
  const address = textOf(property.values[0]).replace(/^mailto:/i, '');
  const email = parseEmail(decoded(address)) ?? '';
  const name = shorten(toPlainText(textOf(property.parameters['cn'])), longestTitle, 'organizer', note) || email;
  return name === '' ? undefined : { kind: 'organizer', name, columns: email === '' ? {} : { email } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function readUrl(properties: Properties, note: Note): string | undefined {
  const sent = properties.text('URL')?.trim();
  if (sent === undefined || sent === '') return sent;
  const website = parseWebsite(sent);
  if (website === undefined) note('has a URL that is no web address; left out', sent);
  return website;
}

const longestName = 200;

export const readCategories = (properties: Properties, note: Note): string[] | undefined => {
  const all = properties.all('CATEGORIES');
  if (all.length === 0) return undefined;
  const names = all
    .flatMap(({ values }) => values.map(textOf))
    .map((name) => shorten(toPlainText(name), longestName, 'category', note))
    .filter((name) => name !== '');
  return [...new Set(names)];
};

/** Address of the first picture. */
export function readImage(properties: Properties): string | undefined {
  const isPicture = ({ parameters, values }: Property) =>
    /^image\//i.test(parameters['fmttype'] ?? '') || /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(String(values[0]));
  const pictures = [...properties.all('IMAGE'), ...properties.all('ATTACH').filter(isPicture)];
  return pictures.map(({ values }) => parseWebsite(String(values[0]))).find((address) => address !== undefined);
}

/** Pictures that are written into the file itself. */
export const hasInlineImage = (properties: Properties): boolean =>
  [...properties.all('IMAGE'), ...properties.all('ATTACH')].some(
    ({ type, parameters }) => type === 'binary' && /^image\//i.test(parameters['fmttype'] ?? ''),
  );
