// Phrases of more letters than the index of SQLite is asked for.
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';

const beginning = 'the evening in the long hall of the old mill ';

test.each([
  ['the whole phrase', `"${beginning}by the river"`, ['Whole']],
  ['a phrase that begins like others', `"${beginning}by"`, ['Other end', 'Whole']],
  ['a phrase of which no text has the end', `"${beginning}is over"`, []],
  ['an excluded phrase', `evening -"${beginning}by the river"`, ['Other end']],
  ['a word', 'x'.repeat(60), ['Whole']],
  ['a word that is longer than in the text', 'x'.repeat(61), []],
])('A search finds texts by all letters of a long phrase: %s', async (_what, search, titles) => {
  const app = await startTestApp();
  const description = { Whole: `${beginning}by the river ${'x'.repeat(60)}`, 'Other end': `${beginning}by the sea` };
  const dates = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00' };
  for (const [title, text] of Object.entries(description)) {
    const json = { title, description: text, ...dates };
    await app.request({ as: 'admin', method: 'POST', path: '/events', json });
  }
  const { body } = await app.request<{ events: { title: string }[] }>({ path: '/events', query: { search } });
  expect(body.events.map(({ title }) => title).sort()).toEqual(titles);
});
