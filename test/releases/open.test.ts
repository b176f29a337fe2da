// A database and an export of every release, which each later version opens. scripts/release.ts adds those of a new one.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runInProcess, temporaryFolder } from '../support/run-cli.ts';

const releases = readdirSync(import.meta.dirname).filter((name) => /^\d/.test(name));
const content = (release: string, file: string) =>
  gunzipSync(readFileSync(join(import.meta.dirname, release, `${file}.gz`)));

interface Line {
  list: string;
  record: { id: number };
}
/** Ids of the records of an export, by list. */
function idsIn(exported: string): Record<string, number[]> {
  const lines = exported.split('\n').flatMap((line) => (line.includes('"list":') ? [JSON.parse(line) as Line] : []));
  const ids = Map.groupBy(lines, ({ list }) => list);
  return Object.fromEntries([...ids].map(([list, found]) => [list, found.map(({ record }) => record.id)]));
}

test.each(releases)('The database of version %s is opened, and its records are all there', async (release) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/calendar.sqlite'), content(release, 'calendar.sqlite'));
  const environment = { DATABASE_URL: '' };
  expect(await runInProcess(['migrate'], { folder, environment })).toMatchObject({ code: 0 });
  const { out } = await runInProcess(['export'], { folder, environment });
  expect(idsIn(out)).toEqual(idsIn(String(content(release, 'calendar.ndjson'))));
});

test.each(releases)('The export of version %s is imported into a new calendar', async (release) => {
  const folder = temporaryFolder();
  const exported = content(release, 'calendar.ndjson');
  writeFileSync(join(folder, 'calendar.ndjson'), exported);
  expect(await runInProcess(['import', 'calendar.ndjson'], { folder })).toMatchObject({ code: 0 });
  expect(idsIn((await runInProcess(['export'], { folder })).out)).toEqual(idsIn(String(exported)));
});
