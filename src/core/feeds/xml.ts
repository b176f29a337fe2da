// Writes well-formed XML 1.0, whatever the texts contain.
import type { FeedDocument, FeedItem } from './feed.ts';

/** Characters that XML does not allow, not even as references. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

const clean = (text: string): string => text.toWellFormed().replace(impossible, '');

export const escapeXml = (text: string): string =>
  clean(text).replace(/[&<>\r]/g, (found) => references[found] as string);

const escapeAttribute = (text: string): string =>
  clean(text).replace(/[&<>"\r\n\t]/g, (found) => references[found] as string);

export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** An element with text; nothing if the text is `undefined`. */
export const leaf = (name: string, text: string | undefined, attributes: XmlAttributes = {}): string =>
  text === undefined ? '' : `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`;

/** An empty element. */
export const empty = (name: string, attributes: XmlAttributes): string => `<${name}${attributesOf(attributes)}/>`;

/** An element with child elements. */
export const branch = (name: string, children: readonly string[], attributes: XmlAttributes = {}): string =>
  `<${name}${attributesOf(attributes)}>${children.join('')}</${name}>`;

export const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/** Links to the pages of a feed (RFC 5005). */
export const pageLinks = (name: string, feed: FeedDocument, type: string): string[] =>
  (['self', 'first', 'previous', 'next', 'last'] as const).map((rel) => {
    const href = feed[rel];
    return href === undefined ? '' : empty(name, { rel, href, type });
  });

/** The event module of RSS, and GeoRSS. */
export const eventElements = ({
  start,
  end,
  location,
  organizers,
  latitude,
  longitude,
}: FeedItem['event']): string[] => [
  leaf('ev:startdate', start),
  leaf('ev:enddate', end),
  leaf('ev:location', filled(location)),
  leaf('ev:organizer', filled(organizers.join(', '))),
  leaf('georss:point', latitude === null || longitude === null ? undefined : `${latitude} ${longitude}`),
];

export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

function attributesOf(attributes: XmlAttributes): string {
  let text = '';
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) text += ` ${name}="${escapeAttribute(value)}"`;
  }
  return text;
}
