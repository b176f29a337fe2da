import { decodeHTMLStrict } from 'entities';
import { normalise } from '../normalise.ts';

type Attributes = Record<string, string>;

/**
 * Cleans the attributes of an element before the allow-list is applied. Values are decoded, so that the scheme of a
 * URL is checked as a browser reads it, and every `&` is escaped again, so that nothing is decoded twice.
 */
export function cleanAttributes(attributes: Attributes): Attributes {
  const cleaned: Attributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    const text = cleanValue(name, normalise(decodeHTMLStrict(value).replace(/[^\P{Cc}\n\t]/gu, ''), 'NFC'));
    if (text !== undefined) cleaned[name] = text.replaceAll('&', '&amp;');
  }
  if (cleaned['target'] !== undefined) cleaned['rel'] = withoutOpener(cleaned['rel'] ?? '');
  return cleaned;
}

function cleanValue(name: string, value: string): string | undefined {
  if (name === 'style') return cleanStyle(value) || undefined;
  if (name === 'srcset') return cleanSrcset(value) || undefined;
  if (name === 'target') return value.toLowerCase() === '_blank' ? '_blank' : undefined;
  return value;
}

/** A page opened in a new tab must have no access to the page with the description. */
const withoutOpener = (rel: string): string =>
  [...new Set([...rel.split(/\s+/).filter((word) => word && word.toLowerCase() !== 'opener'), 'noopener'])].join(' ');

const textStyle =
  /^(?:text-align|text-decoration|font-weight|font-style|font-size|color|background-color|vertical-align|list-style-type)$/;
const styleValue = /^(?:[\w#%., -]{1,60}|(?:rgb|hsl)a?\([\d.,%/ deg]{1,60}\))$/;

const cleanStyle = (style: string): string =>
  style
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()))
    .filter(
      ([name = '', value = '', more]) =>
        more === undefined && textStyle.test(name.toLowerCase()) && styleValue.test(value),
    )
    .map((declaration) => declaration.join(': '))
    .join('; ');

/** Candidates up to the first malformed one; the sanitiser checks their URLs. */
function cleanSrcset(srcset: string): string {
  const candidates: string[] = [];
  const candidate = /[\s,]*([^\s,]\S*?)(?:,(?=\s)|,?$|\s+(?:([1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,4})?x)\s*)?(?:,|$))/y;
  for (let found = candidate.exec(srcset); found?.[1]; found = candidate.exec(srcset)) {
    const [, url, size] = found;
    if (!url.endsWith(',')) candidates.push(size ? `${url} ${size}` : url);
  }
  return candidates.join(', ');
}

/**
 * The attributes of a sanitised tag. Text in a value that looks like a script (`alt="a on b=c"`) is harmless to a parser;
 * it is escaped for filters that search by pattern.
 */
export const hardenAttributes = (attributes: string): string =>
  /\son\w+\s*=|(?:script|data)\s*:/i.test(attributes.replaceAll('="', ''))
    ? attributes.replace(/="[^"]*"/g, (value) => {
        const text = value.slice(1).replace(/(\son\w+\s*)=/gi, '$1&#61;');
        return `=${text.replace(/((?:javascript|vbscript|data)\s*):/gi, '$1&#58;')}`;
      })
    : attributes;
