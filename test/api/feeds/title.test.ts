// The title of a feed.
import { expect, test } from 'vitest';
import { namesOfTerms } from '../../../src/resources/events/feeds/repository.ts';
import { startTestApp } from '../../support/test-app.ts';

test('The title of a feed leaves out a term that was deleted meanwhile', async () => {
  const { store } = await startTestApp();
  expect(await namesOfTerms(store.reader, 'tag', ['gone'], { language: 'en', now: 0 })).toEqual([]);
});
