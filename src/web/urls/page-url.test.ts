import { expect, test } from 'vitest';
import { parsePageUrl } from './page-url.ts';

test.each([
  ['/events/', { view: 'list' }],
  ['/events', { view: 'list' }],
  ['/events/list/', { view: 'list' }],
  ['/events/cards/?search=x', { view: 'cards' }],
  ['/events/month/', { view: 'month', month: undefined }],
  ['/events/2027-05/', { view: 'month', month: '2027-05' }],
  ['/events/2027-05-10/', { view: 'day', day: '2027-05-10' }],
  ['/events/week/2027-05-10/', { view: 'week', day: '2027-05-10' }],
  ['/events/category/music/jazz/', { view: 'category', slugs: ['music', 'jazz'] }],
  ['/event/caf%C3%A9/', { view: 'event', slug: 'café' }],
  // `tag` is no language, though `it` in `/it/events/` is.
  ['/tag/events/', { view: 'tag', slug: 'events' }],
  ['/tag/tag/', { view: 'tag', slug: 'tag' }],
  ['/it/events/', { view: 'unknown' }],
  ['/feed/', { view: 'unknown' }],
  ['/events/2027-13/', { view: 'unknown' }],
  ['/events/2027-02-30/', { view: 'unknown' }],
  ['/events/99999-01/', { view: 'unknown' }],
])('The URL %s names a page', (url, page) => {
  expect(parsePageUrl(url)).toMatchObject({ language: undefined, page });
});

test.each([
  '/',
  '/events.ics',
  '/events/5.ics',
  '/wp-json/calendar/events/v1/events',
  '/docs',
  '/event/',
  '/event/a/b/',
  '/event/%E0%A4%A/',
])('The URL %s belongs to no page', (url) => {
  expect(parsePageUrl(url)).toBeUndefined();
});

test('A language before the path selects the language of the page', () => {
  expect(parsePageUrl('/pt-br/event/gala/')).toMatchObject({ language: 'pt-br', path: '/event/gala/' });
});
