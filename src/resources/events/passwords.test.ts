import { expect, test } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

test('Two passwords are hashed at once, each of them once', async () => {
  let running = 0;
  let most = 0;
  const hashed: string[] = [];
  const hasher = createPasswordHasher('salt', async (password) => {
    most = Math.max(most, ++running);
    hashed.push(password);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (password === 'broken' && hashed.filter((one) => one === 'broken').length === 1) throw new Error('failed');
    return `hash of ${password}`;
  });
  const asked = ['a', 'b', 'a', 'c', 'd', 'd'];
  expect(await Promise.all(asked.map(hasher))).toEqual(asked.map((password) => `hash of ${password}`));
  expect(await hasher('b')).toBe('hash of b');
  expect({ most, hashed }).toEqual({ most: 2, hashed: ['a', 'b', 'c', 'd'] });
  await expect(hasher('broken')).rejects.toThrow('failed');
  expect(await hasher('broken')).toBe('hash of broken');
});
