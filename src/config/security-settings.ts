// Whom the service trusts, and whom to tell of a vulnerability.
import { originList, proxyList, securityContact } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface SecurityConfig {
  trustedProxies: readonly string[];
  corsOrigins: readonly string[];
  /** A URI. */
  securityContact: string | undefined;
}

const limits = 'Access and limits:';

export const securitySettings: { readonly [K in keyof SecurityConfig]: Setting<SecurityConfig[K]> } = {
  trustedProxies: {
    flags: '--trusted-proxies <list>',
    variable: 'KALENDS_TRUSTED_PROXIES',
    group: limits,
    description: 'proxies whose X-Forwarded-* headers are trusted',
    accepted: 'a comma-separated list of IP addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    defaultText: 'none',
    fallback: () => [],
    parse: proxyList,
  },
  corsOrigins: {
    flags: '--cors-origins <list>',
    variable: 'KALENDS_CORS_ORIGINS',
    group: limits,
    description: 'origins that may call the service from a browser (CORS)',
    accepted: 'comma-separated origins such as https://example.org, or * for all, or none',
    defaultText: '*',
    fallback: () => ['*'],
    parse: originList,
  },
  securityContact: {
    flags: '--security-contact <contact>',
    variable: 'KALENDS_SECURITY_CONTACT',
    group: limits,
    description: 'where vulnerabilities of this site are reported, published in /.well-known/security.txt',
    accepted: 'an e-mail address or an https URL',
    defaultText: 'none: there is no such file',
    fallback: () => undefined,
    parse: securityContact,
  },
};
