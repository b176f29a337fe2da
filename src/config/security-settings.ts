import { securityContact } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface SecurityConfig {
  /** A URI. */
  securityContact: string | undefined;
}

export const securitySettings: { readonly [K in keyof SecurityConfig]: Setting<SecurityConfig[K]> } = {
  securityContact: {
    flags: '--security-contact <contact>',
    variable: 'KALENDS_SECURITY_CONTACT',
    group: 'Access and limits:',
    description: 'where vulnerabilities of this site are reported, published in /.well-known/security.txt',
    accepted: 'an e-mail address or an https URL',
    defaultText: 'none: there is no such file',
    fallback: () => undefined,
    parse: securityContact,
  },
};
