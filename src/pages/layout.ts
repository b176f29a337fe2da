import { type Language, languageTag } from '../core/languages.ts';
import { escapeHtml } from '../core/text/html/escape-html.ts';
import type { Page } from '../http/endpoints/page-routes.ts';
import { pageSecurity } from '../http/response/headers.ts';

/** The name of a language in that language, as HTML. */
export const nameOfLanguage = (code: Language): string =>
  escapeHtml(new Intl.DisplayNames(languageTag(code), { type: 'language' }).of(languageTag(code)) ?? code);

interface PageParts {
  /** What the page itself says is in it. */
  language: Language;
  title: string;
  icon: string;
  styles: readonly string[];
  scripts: readonly string[];
  /** More of the head, as HTML. */
  head?: string;
  data?: Readonly<Record<string, string>>;
  /** HTML. */
  body: string;
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

export const htmlPage = ({ language, title, icon, styles, scripts, head = '', data = {}, body }: PageParts): Page => ({
  type: 'text/html; charset=UTF-8',
  headers: {
    'content-language': languageTag(language),
    'content-security-policy': contentSecurity,
    'referrer-policy': 'no-referrer',
    ...pageSecurity({ isEmbedded: false }),
  },
  body: Buffer.from(`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${escapeHtml(icon)}">
${styles.map((address) => `<link rel="stylesheet" href="${escapeHtml(address)}">`).join('\n')}
${head}</head>
<body${Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')}>
${body}
${scripts.map((address) => `<script src="${escapeHtml(address)}"></script>`).join('\n')}
</body>
</html>
`),
});
