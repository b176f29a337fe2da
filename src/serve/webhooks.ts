import type { Config } from '../config/settings.ts';
import { systemClock } from '../core/clock.ts';
import { mainNamespace } from '../http/request/address.ts';
import { createResolver } from '../media/fetch/resolve-host.ts';
import { createPost } from '../webhooks/post.ts';
import { startWebhookSender, type WebhookSender, type WebhookSenderOptions } from '../webhooks/sender.ts';

const timeoutMs = 15_000;
/** Longer than an attempt takes, and the transactions around it. */
const claimSeconds = 30;

export function startWebhooks(
  { webhookAllow: allow, siteUrl = '' }: Pick<Config, 'webhookAllow' | 'siteUrl'>,
  { store, logger, sent }: Pick<WebhookSenderOptions, 'store' | 'logger' | 'sent'>,
): WebhookSender {
  const post = createPost({ allow, resolve: createResolver() }, timeoutMs);
  const root = `${siteUrl.replace(/\/+$/, '')}/${mainNamespace}`;
  return startWebhookSender({ store, logger, sent, post, root, claimSeconds, clock: systemClock, random: Math.random });
}
