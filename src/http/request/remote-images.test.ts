import { expect, test } from 'vitest';
import { fromJson, parseQuery } from '../params/raw.ts';
import { imageUrlsIn } from './remote-images.ts';

test.each<[name: string, json: object, urls: string[]]>([
  ['none', { title: 'image', image: 5, venue: 302 }, []],
  ['one, in its one spelling', { image: ' HTTPS://A.example:443/b c.png#top ' }, ['https://a.example/b%20c.png']],
  ['what is no URL of an image', { image: 'ftp://a.example/', website: 'https://a.example/' }, []],
  [
    'of inline venues and organizers, each once',
    {
      image: 'https://a.example/1',
      venue: { venue: 'x', image: 'https://a.example/2' },
      organizer: [{ image: 'https://a.example/1' }, 5, { image: ['https://a.example/3'] }, null],
    },
    ['https://a.example/1', 'https://a.example/2'],
  ],
  [
    'of a batch',
    {
      requests: [{ method: 'POST', body: { image: 'https://a.example/1', venue: [{ image: 'https://a.example/2' }] } }],
    },
    ['https://a.example/1', 'https://a.example/2'],
  ],
])('Image URLs %s', (_, json, urls) => expect(imageUrlsIn(fromJson(json))).toEqual(urls));

test('Image URLs are found in the parameters of a form', () => {
  const params = parseQuery('image=http://a.example/0&image=http://a.example/1&venue[image]=http://a.example/2');
  expect(imageUrlsIn(params)).toEqual(['http://a.example/1', 'http://a.example/2']);
});

test('Image URLs in very deep nesting are ignored', () => {
  let value: object = { image: 'https://a.example/deep' };
  for (let depth = 0; depth < 50_000; depth++) value = { next: value };
  expect(imageUrlsIn(new Map([['requests', value as never]]))).toEqual([]);
});
