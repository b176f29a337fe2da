// Messages that wait for their next attempt when the clock, which was far ahead, is set back.
import { beforeEach, test } from 'vitest';
import { withStatus } from '../support/servers/webhook-receiver.ts';
import { startWebhookApp, type WebhookApp } from '../support/webhooks.ts';

let app: WebhookApp;
beforeEach(async () => {
  app = await startWebhookApp();
  app.receiver.answer(withStatus(500));
  app.send();
});

const subscribe = () => app.subscribe({ types: ['event.created'] });
const ahead = 30 * 86_400;

const received = (...events: number[]) => app.expectReceived(events.map((event) => `event.created ${event}`));

test('A message that failed while the clock was ahead is attempted again soon after it is set back', async () => {
  const { id } = await subscribe();
  app.clock.advance(ahead);
  const event = await app.addEvent();
  await app.attempted(id, 1);
  app.receiver.answer(withStatus(204));
  app.clock.advance(-ahead);
  const other = await app.addEvent();
  await received(event, other);
  await app.attempted(id, 1);
  app.clock.advance(5);
  await received(event, other, event);
});

test('A message that was attempted again while the clock was ahead does not wait for that time after it is set back', async () => {
  const { id } = await subscribe();
  const event = await app.addEvent();
  await app.attempted(id, 1);
  app.clock.advance(ahead);
  await app.attempted(id, 2);
  app.receiver.answer(withStatus(204));
  app.clock.advance(-ahead);
  const other = await app.addEvent();
  await received(event, event, other);
  await app.attempted(id, 1);
  app.clock.advance(300);
  await received(event, event, other, event);
});
