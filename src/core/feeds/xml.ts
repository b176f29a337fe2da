// Writes well-formed XML 1.0 whatever the texts contain.

/** Characters that no XML document can have, however they are written. */
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

/** An element with attributes and text, without those that are `undefined`. */
export const leaf = (name: string, text: string | undefined, attributes: XmlAttributes = {}): string =>
  text === undefined ? '' : `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`;

/** An element without content. */
export const empty = (name: string, attributes: XmlAttributes): string => `<${name}${attributesOf(attributes)}/>`;

/** An element around others, which are XML already. */
export const branch = (name: string, children: readonly string[], attributes: XmlAttributes = {}): string =>
  `<${name}${attributesOf(attributes)}>${children.join('')}</${name}>`;

export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

function attributesOf(attributes: XmlAttributes): string {
  let text = '';
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) text += ` ${name}="${escapeAttribute(value)}"`;
  }
  return text;
}
