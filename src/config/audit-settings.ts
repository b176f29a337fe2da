// The options of the audit log and of revisions.
import { wholeNumber } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface AuditConfig {
  /** 0 for ever. */
  auditRetentionDays: number;
  /** 0 for all. */
  revisions: number;
}

export const auditSettings: { readonly [K in keyof AuditConfig]: Setting<AuditConfig[K]> } = {
  auditRetentionDays: {
    flags: '--audit-retention <days>',
    variable: 'KALENDS_AUDIT_RETENTION',
    group: 'Audit:',
    description: 'days for which the audit log says who changed what, and revisions are kept; 0 for ever',
    accepted: 'a whole number of days such as 365, or 365d',
    defaultText: '365',
    fallback: () => 365,
    parse: (text) => wholeNumber(0, 36_500)(text.replace(/d$/, '')),
  },
  revisions: {
    flags: '--revisions <n>',
    variable: 'KALENDS_REVISIONS',
    group: 'Audit:',
    description: 'changes of each record whose values are kept, so that they can be restored; 0 for all',
    accepted: 'a whole number from 0 to 100000',
    defaultText: '25',
    fallback: () => 25,
    parse: wholeNumber(0, 100_000),
  },
};
