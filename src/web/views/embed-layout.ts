// The HTML around a view in another site's frame.
import { html } from 'ghtml';
import type { Scheme } from '../address/embedded.ts';
import type { PageLinks } from '../address/page-links.ts';
import type { Texts } from '../texts/texts.ts';
import type { View } from './view.ts';

export interface EmbedLayoutOptions {
  texts: Texts;
  /** Links to pages outside the frame. */
  links: PageLinks;
  /** Paths in cascade order. */
  stylesheets: readonly string[];
  scheme: Scheme;
}

export const embedLayout = (view: View, { texts, links, stylesheets, scheme }: EmbedLayoutOptions): string =>
  html`<!doctype html>
<html lang="${texts.tag}" dir="ltr"!${scheme === undefined ? '' : ` data-theme="${scheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.title}</title>
<base target="_top">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${scheme ?? 'light dark'}">
!${stylesheets.map((address) => html`<link rel="stylesheet" href="${address}">`)}
</head>
<body>
<div class="page">
<main id="main">
!${view.main.replace(/<a (?=[^>]*href="[^"]*\/embed\/)/g, '<a target="_self" ')}
</main>
<p class="whole"><a href="${links.page('/events/')}">${texts.text('toCalendar')}</a></p>
</div>
</body>
</html>
`;
