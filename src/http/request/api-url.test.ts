import { describe, expect, test } from 'vitest';
import { locate, locateIndex } from './api-url.ts';

const namespaces = ['calendar/events/v1', 'tribe/events/v1'];

describe('locate', () => {
  test.each([
    ['/calendar/events/v1', '/', '/calendar/events/v1', undefined, false],
    ['/calendar/events/v1/', '/', '/calendar/events/v1', undefined, false],
    ['/wp-json/calendar/events/v1/events/5//', '/events/5', '/wp-json/calendar/events/v1', undefined, false],
    ['/fr/wp-json/calendar/events/v1/events', '/events', '/fr/wp-json/calendar/events/v1', 'fr', false],
    ['/pt-br/calendar/events/v1/events', '/events', '/pt-br/calendar/events/v1', 'pt-br', false],
    ['/ZH-HANS/calendar/events/v1/tags', '/tags', '/zh-hans/calendar/events/v1', 'zh-hans', false],
    ['/wp-json/TRIBE/Events/v1/Events', '/Events', '/wp-json/tribe/events/v1', undefined, true],
    ['/?rest_route=/calendar/events/v1/events/5', '/events/5', '/?rest_route=/calendar/events/v1', undefined, false],
    [
      '/fr/?rest_route=%2Fcalendar%2Fevents%2Fv1%2Fevents',
      '/events',
      '/fr/?rest_route=/calendar/events/v1',
      'fr',
      false,
    ],
    ['/index.php?rest_route=/calendar/events/v1', '/', '/?rest_route=/calendar/events/v1', undefined, false],
    ['/index.php/?rest_route=/calendar/events/v1', '/', '/?rest_route=/calendar/events/v1', undefined, false],
    ['//?rest_route=/calendar/events/v1', '/', '/?rest_route=/calendar/events/v1', undefined, false],
    ['//wp-json/tribe/events/v1/events/', '/events', '/wp-json/tribe/events/v1', undefined, true],
    ['///fr/wp-json/calendar/events/v1', '/', '/fr/wp-json/calendar/events/v1', 'fr', false],
    ['/index.php/wp-json/tribe/events/v1/events', '/events', '/index.php/wp-json/tribe/events/v1', undefined, true],
    ['//index.php/WP-JSON/calendar/events/v1/', '/', '/index.php/wp-json/calendar/events/v1', undefined, false],
    ['/fr/index.php/wp-json/calendar/events/v1/tags', '/tags', '/fr/index.php/wp-json/calendar/events/v1', 'fr', false],
  ] as const)('The API is found at %s', (url, path, root, language, alias) => {
    expect(locate(url, namespaces)).toMatchObject({ path, root, language, alias });
  });

  test('The query of a URL is returned without rest_route', () => {
    expect(locate('/calendar/events/v1/events?page=2&a[]=1', namespaces)?.query).toBe('page=2&a[]=1');
    expect(locate('/?page=2&rest_route=/calendar/events/v1/events&x=1', namespaces)?.query).toBe('page=2&x=1');
  });

  test('Many slashes in a path are parsed in linear time', () => {
    const path = `/calendar/events/v1${'/'.repeat(500_000)}x`;
    expect(locate(path, namespaces)?.path).toBe(path.slice('/calendar/events/v1'.length));
  });

  test.each([
    '/',
    '/nothing',
    '/it/calendar/events/v1',
    '/calendar/events/v11',
    '/wp-json',
    '/?rest_route=/wp/v2/posts',
  ])('Nothing at %s', (url) => {
    expect(locate(url, namespaces)).toBeUndefined();
  });

  test.each([
    ['/events.ics?page=2', '/events.ics', '/wp-json/calendar/events/v1', undefined],
    ['/FR/events.ics/', '/events.ics', '/fr/wp-json/calendar/events/v1', 'fr'],
    ['/pt-br/events.ics', '/events.ics', '/pt-br/wp-json/calendar/events/v1', 'pt-br'],
  ] as const)('%s without namespace, where it is public', (url, path, root, language) => {
    expect(locate(url, namespaces, (asked) => asked === '/events.ics')).toMatchObject({ path, root, language });
    expect(locate(url, namespaces)).toBeUndefined();
  });
});

describe('locateIndex', () => {
  test.each([
    ['/', undefined],
    ['/?page=2', undefined],
    ['/WP-JSON/', undefined],
    ['/wp-json?rest_route=', undefined],
    ['/?page=2&rest_route=%2f&x=1', undefined],
    ['/index.php?rest_route=/', undefined],
    ['/index.php/wp-json/', undefined],
    ['//wp-json/', undefined],
    ['/fr/index.php/wp-json', 'fr'],
    ['/fr', 'fr'],
    ['/fr/', 'fr'],
    ['/PT-BR/wp-json', 'pt-br'],
    ['/zh-hans?rest_route=/', 'zh-hans'],
  ] as const)('The URL %s has the language %s', (url, language) => {
    expect(locateIndex(url)).toMatchObject({ language });
  });

  test.each(['/index.php', '/it/wp-json/', '/wp-json/x', '/wp-json/?rest_route=/wp/v2', '/fr/docs', '/x?rest_route=/'])(
    'There is no index at %s',
    (url) => {
      expect(locateIndex(url)).toBeUndefined();
    },
  );
});
