// A copy of a calendar must not send messages to the receivers of the original, which may still run.

import type { WriteOrigin } from '../resources/records/scope.ts';
import { listWebhooks, type Webhook } from '../resources/webhooks/repository.ts';
import { updateWebhook } from '../resources/webhooks/service.ts';
import type { Writer } from '../store/store.ts';

/**
 * Pauses the active webhooks, except those that were active in the calendar that was replaced, too: a calendar restored in
 * place goes on sending. Returns the ids of the paused ones.
 */
export async function pauseNewWebhooks(db: Writer, before: readonly Webhook[], by: WriteOrigin): Promise<number[]> {
  const wasActive = ({ id, url }: Webhook) =>
    before.some((each) => each.id === id && each.url === url && each.status === 'active');
  const copies = (await listWebhooks(db)).filter((each) => each.status === 'active' && !wasActive(each));
  for (const { id } of copies) await updateWebhook(db, id, { status: 'paused' }, by);
  return copies.map(({ id }) => id);
}
