import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdSet } from './id-set.ts';

const id = fc.oneof(fc.nat(20), fc.nat(10_000), fc.nat(Number.MAX_SAFE_INTEGER));

test('A set of ids has the size of the equivalent Set', () => {
  const steps = fc.array(fc.record({ id, isAdded: fc.boolean() }), { maxLength: 200 });
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), steps, (ids, changes) => {
      const model = new Set(ids);
      const set = createIdSet(ids);
      expect(set.size).toBe(model.size);
      for (const change of changes) {
        if (change.isAdded) {
          set.add(change.id);
          model.add(change.id);
        } else {
          set.delete(change.id);
          model.delete(change.id);
        }
        expect(set.size).toBe(model.size);
      }
    }),
  );
});

test('A million consecutive ids take little more than a bit each', () => {
  const set = createIdSet(Array.from({ length: 1_000_000 }, (_, n) => n + 1));
  expect(set.size).toBe(1_000_000);
  expect(set.bytes).toBeLessThan(160_000);
});
