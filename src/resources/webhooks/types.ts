import { createHmac } from 'node:crypto';
import type { LoggedKind } from '../../core/kinds.ts';
import type { Allowance } from '../../fetch/fetch-allowance.ts';
import type { ResolveHost } from '../../fetch/fetch-target.ts';
import type { WebhooksTable } from '../../store/webhook-tables.ts';

const postActions = ['created', 'updated', 'published', 'trashed', 'restored', 'deleted'] as const;
/** Terms and images have neither trash nor drafts. */
const plainActions = ['created', 'updated', 'deleted'] as const;
export type Action = (typeof postActions)[number];

export const actionsOf = {
  event: postActions,
  venue: postActions,
  organizer: postActions,
  category: plainActions,
  tag: plainActions,
  media: plainActions,
} as const satisfies Record<LoggedKind, readonly Action[]>;

export const kindsSent = Object.keys(actionsOf) as LoggedKind[];
export const messageTypes: readonly string[] = kindsSent.flatMap((kind) =>
  actionsOf[kind].map((action) => `${kind}.${action}`),
);
/** Accepted values of `types`. */
export const typePatterns: readonly string[] = ['*', ...kindsSent.map((kind) => `${kind}.*`), ...messageTypes];
export const pingType = 'ping';

export const webhookLimits = { webhooks: 50, url: 2000, description: 200, pending: 1000, response: 1024 } as const;
/** How long a replaced secret stays valid. */
export const rotationSeconds = 86_400;

export interface WebhookTargets {
  allow: readonly Allowance[];
  resolve: ResolveHost;
}

/** The body of a message, as every attempt sends it. */
export const messageBody = (type: string, at: number, data: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ type, timestamp: new Date(at * 1000).toISOString(), data });

export type SigningSecrets = Pick<WebhooksTable, 'secret' | 'former_secret' | 'former_secret_until'>;

/** Standard Webhooks 1.0.0: one signature per valid secret. */
export function signatures(
  { secret, former_secret: previous, former_secret_until: until }: SigningSecrets,
  { id, at, body }: { id: string; at: number; body: string },
): string {
  return [secret, ...(previous !== null && at < until ? [previous] : [])]
    .map((each) => {
      const key = Buffer.from(each.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
