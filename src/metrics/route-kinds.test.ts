import { expect, test } from 'vitest';
import { routeKindOf } from './route-kinds.ts';

const options = { namespaces: ['calendar/events/v1', 'tribe/events/v1'], wordpressNamespace: 'wp/v2' };
const kindAt = (url: string) => routeKindOf(url, options);
const api = '/wp-json/calendar/events/v1';

test.each([
  [`${api}/events`, 'events'],
  [`${api}/events/12?page=2`, 'events'],
  [`${api}/events/by-slug/venues`, 'events'],
  [`/fr${api}/Venues/7/translations/de`, 'venues'],
  ['/calendar/events/v1/organizers/', 'organizers'],
  ['/tribe/events/v1/categories', 'categories'],
  ['/?rest_route=/calendar/events/v1/tags&page=2', 'tags'],
  [`${api}/media/3`, 'media'],
  [`${api}/changes`, 'changes'],
  [`${api}/batch`, 'batch'],
  [`${api}/doc`, 'doc'],
  [api, 'index'],
  ['/', 'index'],
  ['/fr/wp-json/', 'index'],
  ['/events.ics', 'feeds'],
  ['/fr/events.atom?tags=1', 'feeds'],
  [`${api}/events/5.ics`, 'feeds'],
  ['/sitemap-events.xml', 'feeds'],
  ['/wp-json/wp/v2/users/me', 'wordpress'],
  ['/media/2026/08/a.webp', 'files'],
  ['/assets/calendar-0123456789.css', 'files'],
  ['/theme/logo.svg', 'files'],
  ['/events/', 'pages'],
  ['/fr/events/month/?tags=1', 'pages'],
  ['/event/gala/', 'pages'],
  ['/pt-br/venue/mill/', 'pages'],
  ['/embed/', 'pages'],
  ['/docs', 'pages'],
  ['/fr/docs', 'pages'],
  [`${api}/docs`, 'pages'],
  ['/.well-known/api-catalog', 'pages'],
  ['/mcp', 'mcp'],
  ['/healthz', 'probes'],
  ['/readyz', 'probes'],
  [`${api}/people/5`, 'other'],
  ['/wp-login.php', 'other'],
  ['/constructor', 'other'],
  ['*', 'other'],
])('%s is of %s', (url, kind) => {
  expect(kindAt(url)).toBe(kind);
  expect(kindAt(url)).toBe(kind);
});
