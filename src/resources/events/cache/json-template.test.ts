import { expect, test } from 'vitest';
import { jsonTemplate, listTemplate, plainJson, termTemplate, toBytes, withCounts } from './json-template.ts';

const filled = (template: Parameters<typeof toBytes>[0], counts: [number, number][]): string =>
  Buffer.concat(withCounts(toBytes(template), new Map(counts)).pieces).toString();

const templateOf = (term: { id: number }) => termTemplate(JSON.stringify(term), [term.id]);

test('Counts are filled in where the terms of an event have them', () => {
  const terms = [
    { id: 7, name: 'Zürich "count":1', count: 3, url: 'a' },
    { id: 9, count: 5 },
  ];
  const event = { id: 1, gone: undefined, title: '"tags":[]', tags: [], venue: [], end: null };
  const template = jsonTemplate(event, { tags: listTemplate(terms.map(templateOf)), venue: plainJson('{"id":4}') });
  expect(
    JSON.parse(
      filled(template, [
        [7, 12],
        [9, -1],
      ]),
    ),
  ).toEqual({
    id: 1,
    title: '"tags":[]',
    venue: { id: 4 },
    end: null,
    tags: [
      { ...terms[0], count: 12 },
      { id: 9, count: 0 },
    ],
  });
  expect(filled(template, [])).toMatch(
    /^\{"id":1,"title":"[^,]*","tags":\[\{"id":7,.*"count":0,"url":"a"\},\{"id":9,"count":0\}\],"venue":\{"id":4\},"end":null\}$/,
  );
});

test('A template without members or items is empty JSON', () => {
  expect(filled(jsonTemplate({}, {}), [])).toBe('{}');
  expect(filled(listTemplate([]), [])).toBe('[]');
});

test('An object without the members of its template, or with other counts, is an error', () => {
  expect(() => jsonTemplate({ tags: 1 }, { tags: plainJson('[]') })).toThrow('no empty list "tags"');
  expect(() => termTemplate('{"count":1}', [])).toThrow('1 counts of 0 terms');
});

test('Another count makes another digest', () => {
  const bytes = toBytes(termTemplate('{"id":1,"count":0}', [1]));
  expect(withCounts(bytes, new Map([[1, 2]])).digest).not.toBe(withCounts(bytes, new Map([[1, 3]])).digest);
});
