import { expect, test } from 'vitest';
import { type Applied, type Migration, missingMigrations } from './migrate.ts';

const format: readonly Migration[] = [
  { id: 1, name: 'baseline', sql: 'create table a' },
  { id: 2, name: 'more', sql: 'create table b' },
];
const applied: Applied[] = missingMigrations([], format);
const sqlOf = (known: readonly Applied[]) => missingMigrations(known, format).map(({ sql }) => sql);

test('Migrations that a database does not record are applied in order', () => {
  expect(sqlOf([])).toEqual(['create table a', 'create table b']);
  expect(sqlOf(applied.slice(0, 1))).toEqual(['create table b']);
  expect(sqlOf(applied)).toEqual([]);
});

test('A database of an earlier development version is refused', () => {
  expect(() => missingMigrations([{ id: 1, checksum: 'of one' }], format)).toThrow(
    /differs from the one that was applied/,
  );
});

test('Numbers of migrations may have gaps', () => {
  const withGap: Migration[] = [...format, { id: 8, name: 'later', sql: 'create table c' }];
  const all: Applied[] = missingMigrations([], withGap);
  expect(missingMigrations(all, withGap)).toEqual([]);
});

test('A newer database is refused', () => {
  expect(() => missingMigrations([...applied, { id: 3, checksum: 'of three' }], format)).toThrow(/format 3.* up to 2/);
});
