import { html } from 'ghtml';
import { type Language, languages, nameOfLanguage } from '../core/languages.ts';
import type { Page } from '../http/endpoints/page-routes.ts';
import { pageSecurityHeaders } from '../http/response/headers.ts';
import type { AssetName } from './assets.ts';

export interface DocsPage {
  language: Language | undefined;
  /** Path of the page between the language and `/docs`. */
  below: string;
  /** Path of the namespace root behind the language. */
  api: string;
}

/** Nothing from other hosts; Swagger UI needs inline styles. */
const contentSecurity = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** All URLs are relative: the page works behind whatever path a proxy puts before it. */
export function makeDocsPage({ language, below, api }: DocsPage, nameOf: (asset: AssetName) => string): Page {
  const top = '../'.repeat((language ? 1 : 0) + below.split('/').length - 1);
  const document = below === '' ? `${api.slice(1)}/doc` : 'doc';
  const asset = (name: AssetName) => `${top}docs/${nameOf(name)}`;
  const siteLanguage = `${top || './'}${below.slice(1)}${below ? '/' : ''}docs`;
  const options = languages.map(
    (code) =>
      html`<option value="${`${top}${code}${below}/docs`}"!${code === language ? ' selected' : ''} lang="${code}">${nameOfLanguage(code)}</option>`,
  );
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kalends – API documentation</title>
<link rel="icon" href="${asset('favicon-32x32.png')}">
<link rel="stylesheet" href="${asset('swagger-ui.css')}">
<link rel="stylesheet" href="${asset('docs.css')}">
</head>
<body data-doc="${document}">
<header>
<strong>Kalends</strong>
<a href="${document}">OpenAPI document</a>
<label>Language of the content
<select id="language"><option value="${siteLanguage}">the site's</option>!${options}</select></label>
</header>
<div id="ui"><noscript>This page needs JavaScript; the <a href="${document}">document</a> itself does not.</noscript></div>
<script src="${asset('swagger-ui-bundle.js')}"></script>
<script src="${asset('docs.js')}"></script>
</body>
</html>
`;
  return {
    type: 'text/html; charset=UTF-8',
    headers: {
      'content-language': 'en',
      'content-security-policy': contentSecurity,
      'referrer-policy': 'no-referrer',
      ...pageSecurityHeaders({ isEmbedded: false }),
    },
    body: Buffer.from(page),
  };
}
