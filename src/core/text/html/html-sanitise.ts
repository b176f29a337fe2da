import sanitizeHtml from 'sanitize-html';
import { fromKeys } from '../../objects.ts';
import { cleanAttributes } from './html-attributes.ts';
import { allowedAttributes, allowedElements, droppedElements, isElementName, voidElements } from './html-elements.ts';
import { stripTags } from './strip-tags.ts';

/** The parser takes quadratic time for open elements. */
const maxOpenElements = 2000;
const maxDepth = 200;

const pictureSchemes = ['http', 'https'];

const options: sanitizeHtml.IOptions = {
  allowedTags: allowedElements,
  allowedAttributes,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: fromKeys(['img', 'audio', 'video', 'source', 'track'], () => pictureSchemes),
  selfClosing: [...voidElements],
  nonTextTags: droppedElements,
  nestingLimit: maxDepth,
  parseStyleAttributes: false,
  // References in text stay as written; cleanAttributes decodes those in attributes.
  parser: { decodeEntities: false },
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: cleanAttributes(attribs) }) },
};

/** Well-formed markup of allowed elements and attributes: every tag closed, every `<` and `>` of the text escaped. */
export function sanitise(input: string): string {
  const text = input.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
  if (!text.includes('<')) return text.replaceAll('>', '&gt;');
  const { html, open } = escapeFalseTags(text);
  return sanitizeHtml(open > maxOpenElements ? escapeFalseTags(stripTags(text)).html : html, options);
}

/** Escapes each `<` that begins no tag: the parser would drop the text up to the next `>`. */
function escapeFalseTags(text: string): { html: string; open: number } {
  const openByName = new Map<string, number>();
  let open = 0;
  let maxOpen = 0;
  const lastEnd = text.lastIndexOf('>');
  const lastEquals = text.lastIndexOf('=');
  const html = text.replace(
    /<(?!!--|!\[|!doctype|\?[a-z=])(\/?)(?=([a-z][^\s/>]{0,30})?)/gi,
    (whole, slash, written, at) => {
      const name = written?.toLowerCase();
      const isUnfinished = at > lastEnd && name?.length === 1 && lastEquals < at;
      if (name === undefined || isUnfinished || !isTagName(name)) return `&lt;${slash}`;
      const opened = openByName.get(name) ?? 0;
      const change = slash === '' ? 1 : opened > 0 ? -1 : 0;
      openByName.set(name, opened + change);
      open += voidElements.has(name) ? 0 : change;
      maxOpen = Math.max(maxOpen, open);
      return whole;
    },
  );
  return { html, open: maxOpen };
}

const isTagName = (name: string): boolean => isElementName(name) || /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/i.test(name);
