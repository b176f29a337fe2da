import { type Language, languages } from '../core/languages.ts';
import { escapeHtml } from '../core/text/html/escape-html.ts';
import type { Page } from '../http/endpoints/page-routes.ts';
import type { AssetName } from './assets.ts';
import { htmlPage, nameOfLanguage } from './layout.ts';

export interface DocsPage {
  language: Language | undefined;
  /** Path of the page between the language and `/docs`. */
  below: string;
  /** Path of the namespace root behind the language. */
  api: string;
}

/** All addresses are relative: the page works behind whatever path a proxy puts before it. */
export function makeDocsPage(page: DocsPage, nameOf: (asset: AssetName) => string): Page {
  const top = '../'.repeat((page.language ? 1 : 0) + page.below.split('/').length - 1);
  const document = page.below === '' ? `${page.api.slice(1)}/doc` : 'doc';
  const options = languages.map((code) => languageOption(code, `${top}${code}${page.below}/docs`, page.language));
  const asset = (name: AssetName) => `${top}docs/${nameOf(name)}`;
  return htmlPage({
    language: 'en',
    title: 'Kalends – documentation of the interface',
    icon: asset('favicon-32x32.png'),
    styles: [asset('swagger-ui.css'), asset('docs.css')],
    scripts: [asset('swagger-ui-bundle.js'), asset('docs.js')],
    data: { doc: document },
    body: `<header>
<strong>Kalends</strong>
<a href="${escapeHtml(document)}">OpenAPI document</a>
<label>Language of the content
<select id="language"><option value="${top || './'}${page.below.slice(1)}${page.below ? '/' : ''}docs">the site's</option>${options.join('')}</select></label>
</header>
<main id="ui"><noscript>This page needs JavaScript; the <a href="${escapeHtml(document)}">document</a> itself does not.</noscript></main>`,
  });
}

const languageOption = (code: Language, address: string, selected: Language | undefined): string =>
  `<option value="${escapeHtml(address)}"${code === selected ? ' selected' : ''} lang="${code}">${nameOfLanguage(code)}</option>`;
