// Redirects between pages keep the query as it was sent: the filters, and what newsletters add to their links.
import { expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.ts';

test.each([
  ['/events/week/2027-05-05/?search=jazz&utm_source=news', '/events/week/2027-05-03/?search=jazz&utm_source=news'],
  ['/embed/week/2027-05-05/?theme=dark', '/embed/week/2027-05-03/?theme=dark'],
  ['/embed/2027-05?theme=dark', '/embed/2027-05/?theme=dark'],
])('The URL %s redirects to %s, with its query', async (from, to) => {
  const app = await startTestApp();
  const { status, headers } = await app.request({ path: `http://calendar.example${from}` });
  expect([status, headers['location']]).toEqual([301, to]);
});
