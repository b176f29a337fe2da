import { type Language, languageTag } from '../../core/languages.ts';
import type { PageRoute } from './page-routes.ts';

interface SecurityOptions {
  /** A URI. */
  securityContact?: string | undefined;
  siteUrl: string | undefined;
  language: Language;
}

const path = '/.well-known/security.txt';
const daySeconds = 86_400;
/** Less than a year, as RFC 9116 recommends. */
const validDays = 180;

/** Where vulnerabilities are reported (RFC 9116), if the operator says so. `now` in UTC seconds. */
export function securityRoutes(
  { securityContact, siteUrl, language }: SecurityOptions,
  now: () => number,
): readonly PageRoute[] {
  if (securityContact === undefined) return [];
  const canonical = siteUrl?.startsWith('https:') ? `Canonical: ${new URL(path, siteUrl).href}\n` : '';
  const make: PageRoute['make'] = () => {
    const expires = new Date((Math.floor(now() / daySeconds) + validDays) * daySeconds * 1000).toISOString();
    const preferred = [...new Set([languageTag(language), 'en'])].join(', ');
    const text = `Contact: ${securityContact}\nExpires: ${expires}\n${canonical}Preferred-Languages: ${preferred}\n`;
    return { type: 'text/plain; charset=utf-8', body: Buffer.from(text) };
  };
  return [{ path, make }];
}
