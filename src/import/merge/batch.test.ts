import { expect, test } from 'vitest';
import { createBatch, sizeOfTexts } from './batch.ts';

async function batchSizes(descriptions: readonly string[]): Promise<number[]> {
  const sizes: number[] = [];
  const batch = createBatch(
    (description: string) => sizeOfTexts({ description }),
    async ({ length }) => void sizes.push(length),
  );
  for (const description of descriptions) await batch.add(description);
  await batch.finish();
  return sizes;
}

test('A batch has at most 200 records', async () => {
  expect(await batchSizes(Array(450).fill(''))).toEqual([200, 200, 50]);
});

test('A batch is written as soon as its texts have a million characters', async () => {
  expect(await batchSizes(Array(5).fill('x'.repeat(400_000)))).toEqual([3, 2]);
  expect(await batchSizes(['', 'x'.repeat(2_000_000), ''])).toEqual([2, 1]);
});

test('Nothing is written without records', async () => {
  expect(await batchSizes([])).toEqual([]);
});
