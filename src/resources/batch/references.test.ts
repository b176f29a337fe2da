import { expect, test } from 'vitest';
import { resolvePath, UnresolvedReference } from './references.ts';

test('References insert at most as much text into a path as a URL may have', () => {
  const replies = [{ id: 7, description: 'x'.repeat(10_000) }];
  expect(resolvePath('/events/{0.id}', replies)).toBe('/events/7');
  expect(resolvePath('/events/1?a={0.description}', replies)).toHaveLength('/events/1?a='.length + 10_000);
  expect(() => resolvePath(`/events/1?a=${'{0.description}'.repeat(1000)}`, replies)).toThrow(UnresolvedReference);
});
