// Pictures, videos and sound of other sites in descriptions. Pages load nothing from other hosts, so links take their places.

import { decodeHTMLStrict } from 'entities';
import { html } from 'ghtml';

/** In safe markup no tag contains `>`. */
const parts = /<(\/?)a\b[^>]*>|<(picture|video|audio)\b.*?<\/\2>|<img\b[^>]*>/gs;

/** `description` is HTML from the API, `home` a URL of this site. */
export function linkForeignMedia(description: string, home: string): string {
  let isInLink = false;
  return description.replace(parts, (part: string, slash: string | undefined) => {
    if (slash !== undefined) {
      isInLink = slash === '';
      return part;
    }
    const source = attributeOf(part, 'src');
    const url = URL.parse(source, home);
    if (!url || url.origin === new URL(home).origin) return part;
    const name = attributeOf(part, 'alt').trim() || fileName(url);
    return isInLink ? html`${name}` : html`<a href="${url.href}" rel="noopener">${name}</a>`;
  });
}

/** An attribute of the tag, or of the first tag in it that has one. */
const attributeOf = (part: string, name: string): string =>
  decodeHTMLStrict(new RegExp(`\\s${name}="([^"]*)"`).exec(part)?.[1] ?? '');

function fileName({ pathname, host }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || host;
  } catch {
    return name;
  }
}
