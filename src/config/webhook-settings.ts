// The options of webhooks.
import type { Allowance } from '../media/fetch/fetch-allowance.ts';
import { allowanceList } from './parsers.ts';
import type { Setting } from './setting.ts';

export interface WebhookConfig {
  webhookAllow: readonly Allowance[];
}

export const webhookSettings: { readonly [K in keyof WebhookConfig]: Setting<WebhookConfig[K]> } = {
  webhookAllow: {
    flags: '--webhook-allow <list>',
    variable: 'KALENDS_WEBHOOK_ALLOW',
    group: 'Webhooks:',
    description: 'private hosts, and hosts on ports other than 80 and 443, that webhooks may be sent to',
    accepted: 'a comma-separated list such as intranet.example, 10.0.0.0/8, 127.0.0.1:8080, [::1]:8080',
    defaultText: 'none',
    fallback: () => [],
    parse: allowanceList,
  },
};
