import { clearable, describe, keptWhenEmpty, required, unsetWhenEmpty } from '../../http/params/field.ts';
import { ids, setOf } from '../../http/params/lists.ts';
import { integer, oneOf, text, textAs } from '../../http/params/scalars.ts';
import { typePatterns, webhookLimits } from './types.ts';

function parseTarget(value: string): string | undefined {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href;
}

const url = describe(
  textAs({ format: 'uri', maxLength: webhookLimits.url }, 'webhook_url_refused', parseTarget),
  'URL that receives the messages',
);
const settings = {
  description: clearable(describe(text({ max: webhookLimits.description }), 'What the webhook is for')),
  types: keptWhenEmpty(describe(setOf(typePatterns), 'Types of messages. Default: `*`, which means all')),
  categories: clearable(
    describe(
      ids(),
      'Ids of categories: limits messages about events to these categories and their subcategories. Deletions are always sent',
    ),
  ),
  status: keptWhenEmpty(
    describe(oneOf(['active', 'paused']), 'A paused webhook continues where it stopped once it is active again'),
  ),
};

export const createFields = { url: required(url), ...settings };
export const updateFields = { url: keptWhenEmpty(url), ...settings };

export const replayFields = {
  deliveries: unsetWhenEmpty(describe(ids(), 'Ids of deliveries to resend. Default: all whose last attempt failed')),
};

export const deliveriesFields = {
  status: unsetWhenEmpty(describe(oneOf(['pending', 'delivered', 'failed']), 'Only deliveries with this status')),
  before: unsetWhenEmpty(describe(integer({ min: 1 }), 'Only deliveries with a lower id, for the next page')),
  per_page: describe(integer({ min: 1, default: 50 }), 'Deliveries per page, newest first'),
};
