import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { idsWithText } from '../../src/resources/records/list/search.ts';
import type { Store } from '../../src/store/store.ts';
import { openTestStore } from '../support/test-store.ts';

test('A search for a phrase of 2000 letters takes little more time than for one of 20', async () => {
  const { store, remove } = await openTestStore({ name: 'texts', fill: fillWithTexts });
  const cost = async (term: string) => {
    const before = process.cpuUsage();
    const ids = idsWithText(store.dialect, term, { kind: 'venue', language: 'en' });
    await sql`select * from ${ids}`.execute(store.reader);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const phrase = 'and the '.repeat(250);
  await cost('warm up');
  // FTS5 alone takes over a hundred times as long.
  expect(await cost(phrase)).toBeLessThan(20 * (await cost(phrase.slice(0, 20))));
  await store.close();
  await remove();
});

test('An indexed text that only begins like a long phrase is not found', async () => {
  const { store, remove } = await openTestStore({ name: 'texts', fill: fillWithTexts });
  const waiting = await sql`select rowid from unindexed_texts where rowid in (99, 990)`.execute(store.reader);
  expect(waiting.rows).toEqual([]);
  const phrase = 'bread and the hall, the art and the 99';
  const ids = idsWithText(store.dialect, phrase, { kind: 'venue', language: 'en' });
  const { rows } = await sql<{ id: number }>`select * from ${ids}`.execute(store.reader);
  const found = rows.map(({ id }) => id).sort((a, b) => a - b);
  expect(found).toEqual([99, 990, 991, 992, 993, 994, 995, 996, 997, 998, 999]);
  await store.close();
  await remove();
});

const fillWithTexts = (store: Store) =>
  store.write((db) =>
    sql`with recursive n (id) as (select 1 union all select id + 1 from n where id < 1000)
      insert into record_texts (record_id, kind, language, is_original, title, description, excerpt, website,
        title_folded, body_folded)
      select id, 'venue', 'en', 1, 'Hall', '', '', '', 'hall', 'bread and the hall, the art and the ' || id from n`.execute(
      db,
    ),
  );
