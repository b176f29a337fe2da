import { decodeHTMLStrict } from 'entities';
import { type ChangeKind, isTaxonomy } from '../../core/kinds.ts';
import { type Language, parseLanguage } from '../../core/languages.ts';
import { withoutUndefined } from '../../core/objects.ts';
import { slugify } from '../../core/text/slug.ts';
import { maxLineLength, parseWebsite } from '../../resources/records/fields.ts';
import type { StatedTexts, Texts } from '../../resources/records/texts/texts.ts';
import { labelOf, type Note } from '../report.ts';
import { idOf, isRecord, type RawRecord, shorten, textOf, withScheme } from '../values.ts';
import { readHtml } from './html.ts';
import { isAsWritten, plainOf } from './record.ts';

/** The title of an event, or the name of another record. */
export const nameOf = (raw: RawRecord, kind: ChangeKind): string =>
  plainOf(raw[kind === 'event' ? 'title' : isTaxonomy(kind) ? 'name' : kind], raw);

export const labelOfRecord = (raw: RawRecord, kind: ChangeKind): string =>
  labelOf(kind, idOf(raw['id']), nameOf(raw, kind));

/** Kalends states the language of the texts in a reply. */
export const readLanguage = (raw: RawRecord): Language | undefined => parseLanguage(textOf(raw['language']));

/** Whether the record has texts in the language. */
export const isTranslated = (value: unknown, language: Language): boolean =>
  isRecord(value) && Array.isArray(value['translations']) && value['translations'].includes(language);

/** Few sites state the reason for an event's status; `undefined` is not the same as none. */
export const readTexts = (raw: RawRecord, title: string, note: Note): StatedTexts =>
  withoutUndefined({
    title,
    description: readHtml(raw, 'description', note),
    excerpt: readHtml(raw, 'excerpt', note),
    website: readWebsite(raw, note),
    event_status_reason:
      raw['event_status_reason'] === undefined
        ? undefined
        : shorten(plainOf(raw['event_status_reason'], raw), maxLineLength, 'status reason', note),
  } satisfies Record<keyof Texts, unknown>);

export const readSlug = (value: unknown): string => slugify(textOf(value));

/** Of an event, venue or organizer. The plugin states it since version 4.6.10; before, it is in the URL of the record. */
export const slugOfRecord = ({ slug, url }: RawRecord): string => readSlug(slug ?? slugInUrl(textOf(url)));

const slugParameters = ['tribe_events', 'tribe_venue', 'tribe_organizer'];

/** `/event/gala/`, `/event/yoga/2027-05-10/` of an occurrence, `/?tribe_events=gala`; `?p=5` of a draft has none. */
function slugInUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.searchParams.has('p')) return '';
  const named = slugParameters.map((name) => url.searchParams.get(name)).find((slug) => slug !== null);
  return named ?? url.pathname.split('/').findLast((part) => part !== '' && !/^\d{4}-\d\d-\d\d$/.test(part)) ?? '';
}

function readWebsite(raw: RawRecord, note: Note): string {
  const isExact = isAsWritten(raw);
  const written = textOf(raw['website']);
  const sent = (isExact ? written : decodeHTMLStrict(written)).trim();
  // The reference shows the event's own page if it has no website.
  if (sent === '' || (!isExact && sent === textOf(raw['url']).trim())) return '';
  const parsed = parseWebsite(sent);
  if (parsed !== undefined) return parsed;
  const completed = parseWebsite(withScheme(sent));
  if (completed === undefined) note('has an invalid website URL, which is left out', sent);
  else note('has a website without http:// or https://; http:// is added', sent);
  return completed ?? '';
}
