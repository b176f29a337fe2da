// Descriptions of other sites: rendered HTML, with elements that this calendar removes.
import { decodeHTMLStrict } from 'entities';
import { escapeHtml } from '../../core/text/html/escape-html.ts';
import { toSafeHtml } from '../../core/text/html/html.ts';
import { blockNames } from '../../core/text/html/html-elements.ts';
import { isLongerThan } from '../../core/text/plain-text.ts';
import { maxHtmlLength } from '../../resources/records/fields.ts';
import type { Note } from '../report.ts';
import { type RawRecord, textOf } from '../values.ts';
import { isAsWritten } from './record.ts';

export function readHtml(raw: RawRecord, member: 'description' | 'excerpt', note: Note): string {
  const sent = textOf(raw[member]);
  if (sent === '') return '';
  const html = isAsWritten(raw)
    ? toSafeHtml(sent)
    : withAbsoluteLinks(toSafeHtml(onOneLine(replaceUnsupported(sent, note))), textOf(raw['url']));
  if (isLongerThan(html, maxHtmlLength))
    note(
      `has more than ${maxHtmlLength} characters in its ${member}; it is imported, but must be shortened before it can be edited`,
      `${html.length}`,
    );
  return html;
}

/** Videos and maps, whose frames become links. */
const embeddable =
  /^(?:www\.|player\.|maps\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|dailymotion\.com|facebook\.com|twitch\.tv|spotify\.com|soundcloud\.com|openstreetmap\.org|bing\.com|google\.[a-z.]{2,6})$/;

/** A quoted value may contain `>`. The alternatives exclude each other, which keeps the time linear. */
const unsupportedElement =
  /<(iframe|form|script|object|embed)\b((?:[^<>=]|=(?!\s*["'])|=\s*(?:"[^"]{0,4000}"|'[^']{0,4000}')){0,4000})>/gi;

/** Reports elements that the sanitiser will remove, and turns videos and maps of known hosts into links. */
function replaceUnsupported(html: string, note: Note): string {
  return html.replace(unsupportedElement, (tag: string, element: string, attributes: string) => {
    const name = element.toLowerCase();
    const url = urlIn(attributes);
    if (name === 'iframe' && url !== undefined && embeddable.test(new URL(url).host)) {
      note('has a video or map in its text, which becomes a link', url);
      const escaped = escapeHtml(url);
      return `<p><a href="${escaped}">${escaped}</a></p>`;
    }
    note(`has <${name}> in its text, which is removed`, url);
    return tag;
  });
}

const attribute = /(?<![^\s"'/])([^\s=/"'>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const urlAttribute = /^(?:data-)?(?:src|action|data)$/i;

/** The first web URL: themes that load frames late put a placeholder in `src`. */
function urlIn(attributes: string): string | undefined {
  return [...attributes.matchAll(attribute)]
    .filter(([, name = '']) => urlAttribute.test(name))
    .map(([, , ...values]) => webUrl(values.find((value) => value !== undefined) ?? ''))
    .find(Boolean);
}

function webUrl(value: string): string | undefined {
  const written = decodeHTMLStrict(value);
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written);
  return url === null || !/^https?:$/.test(url.protocol) ? undefined : url.href;
}

/** The URL of a candidate in a `srcset`. */
const relativeFile = /(?<=^\s*|,\s+)(?![a-z][a-z0-9+.-]*:|\s)\S+/gi;

/** Links that are relative to the page of the record would lead elsewhere here. */
function withAbsoluteLinks(html: string, page: string): string {
  if (webUrl(page) === undefined) return html;
  const absolute = (url: string) => URL.parse(url, page)?.href ?? url;
  return html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag
      .replace(/(?<=\s(?:href|src|poster)=")(?![#"]|[a-z][a-z0-9+.-]*:)[^"]*/gi, (url) =>
        escapeHtml(absolute(decodeHTMLStrict(url))),
      )
      .replace(/(?<=\ssrcset=")[^"]*/gi, (files) =>
        escapeHtml(decodeHTMLStrict(files).replace(relativeFile, absolute)),
      ),
  );
}

const blockTag = new RegExp(`^</?(?:br|${[...blockNames].join('|')})\\b`, 'i');

/** In rendered HTML a line break is white space; it must not become a line or paragraph once more. */
export function onOneLine(html: string): string {
  if (!/<(?:p|br|div|ul|ol|table|h[1-6]|blockquote|figure|section)\b/i.test(html)) return html;
  return html
    .split(/(<pre\b[\s\S]*?<\/pre>)/i)
    .map((part, at) => (at % 2 === 1 ? part : withoutBreaks(part)))
    .join('');
}

function withoutBreaks(html: string): string {
  const pieces = html.split(/(<[^<>]*>)/);
  return pieces
    .map((piece, at) => {
      if (at % 2 === 1 || !piece.includes('\n')) return piece;
      const isAfterBlock = blockTag.test(pieces[at - 1] ?? '<p');
      const isBeforeBlock = blockTag.test(pieces[at + 1] ?? '<p');
      if (piece.trim() === '') return isAfterBlock || isBeforeBlock ? piece : ' ';
      const text = piece.replace(/(?<=\S)[ \t\r]*\n\s*(?=\S)/g, ' ');
      const begun = isAfterBlock ? text : text.replace(/^\s*\n\s*/, ' ');
      const trimmed = begun.trimEnd();
      return isBeforeBlock || !begun.includes('\n', trimmed.length) ? begun : `${trimmed} `;
    })
    .join('');
}
