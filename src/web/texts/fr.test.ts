import { expect, test } from 'vitest';
import french from './fr.json' with { type: 'json' };

test('French texts have no-break spaces before colons and within quotation marks', () => {
  const texts = Object.values(french).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)));
  for (const text of texts) expect(text).not.toMatch(/ [:;?!»]|« /);
});
