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
  const hashes = asked.map((password, n) => hasher(password, `192.0.2.${n}`));
  expect(await Promise.all(hashes)).toEqual(asked.map((password) => `hash of ${password}`));
  expect(await hasher('b', '192.0.2.1')).toBe('hash of b');
  expect({ most, hashed }).toEqual({ most: 2, hashed: ['a', 'b', 'c', 'd'] });
  await expect(hasher('broken', '192.0.2.1')).rejects.toThrow('failed');
  expect(await hasher('broken', '192.0.2.1')).toBe('hash of broken');
});

test('Many guesses from one address do not make others wait', async () => {
  const hashed: string[] = [];
  const hasher = createPasswordHasher('salt', async (password) => {
    await new Promise((resolve) => setImmediate(resolve));
    hashed.push(password);
    return `hash of ${password}`;
  });
  const guesses = Array.from({ length: 50 }, (_, n) => hasher(`guess ${n}`, '192.0.2.1'));
  await hasher('sesame', '192.0.2.2');
  expect(hashed.length).toBeLessThan(5);
  await Promise.all(guesses);
});
