// Descriptions as pages show them. Pages load nothing from other hosts, so links take the places of media of other sites.
// Inline styles, which the security policy forbids, and classes that have another meaning on pages are left out.

import { decodeHTMLStrict } from 'entities';
import { html } from 'ghtml';
import { decodeUri } from '../../core/uri.ts';
import type { Translated } from '../load/api-types.ts';
import { langOfText } from './parts.ts';
import type { ViewContext } from './view.ts';

export interface DescriptionOptions {
  /** A URL of this site. */
  home: string;
  /** Classes of pages: in a description `lead` would cut a text, and `row` would make columns. */
  pageClasses: ReadonlySet<string>;
}

export function descriptionOf(
  record: Pick<Translated, 'language' | 'text_languages'> & { description?: string },
  { texts, links, pageClasses }: ViewContext,
): string {
  const home = links.absolute(links.file('/'));
  const text = presentDescription(record.description ?? '', { home, pageClasses });
  return html`<div class="text"!${langOfText('description', record, texts)}>!${text}</div>`;
}

/** `description` is HTML from the API. Wide tables scroll, also with the keyboard if they can have the focus. */
export const presentDescription = (description: string, options: DescriptionOptions): string =>
  linkForeignMedia(description, options.home).replace(/<[a-z][^>]*>/g, (tag) =>
    tag
      .replace(attributes, (attribute, name: string, value: string) => keptOf(attribute, name, value, options))
      .replace(/^<table/, '<table tabindex="0"'),
  );

const attributes = /\s([\w-]+)="([^"]*)"/g;

/** An attribute as it is shown, with the space before it. */
function keptOf(attribute: string, name: string, value: string, { home, pageClasses }: DescriptionOptions): string {
  if (name === 'style') return '';
  if (name === 'class') {
    const kept = value.split(/\s+/).filter((word) => word !== '' && !pageClasses.has(word));
    return kept.length === 0 ? '' : ` class="${kept.join(' ')}"`;
  }
  if (name !== 'srcset' && name !== 'poster') return attribute;
  const urls = name === 'poster' ? [value] : value.split(/,\s+/).map((candidate) => candidate.split(/\s/, 1)[0] ?? '');
  return urls.every((url) => isOwn(URL.parse(decodeHTMLStrict(url), home), home)) ? attribute : '';
}

const isOwn = (url: URL | null, home: string): boolean => url === null || url.origin === new URL(home).origin;

/** In safe markup no tag contains `>`. */
const parts = /<(\/?)a\b[^>]*>|<(picture|video|audio)\b.*?<\/\2>|<img\b[^>]*>/gs;

function linkForeignMedia(description: string, home: string): string {
  let isInLink = false;
  return description.replace(parts, (part: string, slash: string | undefined) => {
    if (slash !== undefined) {
      isInLink = slash === '';
      return part;
    }
    const source = attributeOf(part, 'src');
    const url = URL.parse(source, home);
    if (!url || isOwn(url, home)) return part;
    const name = attributeOf(part, 'alt').trim() || fileName(url);
    return isInLink ? html`${name}` : html`<a href="${url.href}" rel="noopener">${name}</a>`;
  });
}

/** An attribute of the tag, or of the first tag in it that has one. */
const attributeOf = (part: string, name: string): string =>
  decodeHTMLStrict(new RegExp(`\\s${name}="([^"]*)"`).exec(part)?.[1] ?? '');

function fileName({ pathname, host }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return (decodeUri(name) ?? name) || host;
}
