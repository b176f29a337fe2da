// The cost of a list is that of its page: the plan of every query is checked. SQLite has no statistics here, so plans do not
// depend on the size of the calendar.
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqliteLoading } from '../../bench/loading.ts';
import { filtersWithoutExample, lists, type SampleValues } from '../support/list-requests.ts';
import type { AllowedPlan } from '../support/plans/allowed-plan.ts';
import { captureQueries } from '../support/plans/captured-queries.ts';
import { checkedLists, checkListPlans, checksAllPlans } from '../support/plans/list-plans.ts';
import { fillPlanCalendar } from '../support/plans/plan-calendar.ts';
import { createSqliteExplain } from '../support/plans/sqlite-plan.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { allowedPlans } from './allowed-plans.ts';

let app: TestApp;
let samples: SampleValues;

beforeAll(async () => {
  app = await startTestApp({ settings: { cacheBytes: 0 } });
  samples = await fillPlanCalendar(app, sqliteLoading());
}, 120_000);

afterAll(() => app.close());

test.each(lists)('The plan tests cover every filter of %s', (list) => {
  expect(filtersWithoutExample(list, samples)).toEqual([]);
});

describe('SQLite', () => {
  const used = new Set<AllowedPlan>();

  test.each(checkedLists())(
    '%s are found by indexes',
    async (list) => {
      const explain = await createSqliteExplain(app.store);
      const queries = captureQueries(app.store);
      const checked = await checkListPlans(list, { app, samples, explain, queries, allowed: allowedPlans });
      for (const plan of checked.used) used.add(plan);
      expect(checked.faults).toEqual([]);
      expect(checked.queries).toBeGreaterThan(0);
      expect(checked.refused).toEqual([]);
    },
    300_000,
  );

  test.each([
    ['/events?featured=true&start_date=1970-01-01', 'password_hash', 'events_featured'],
    ['/events?modified_after=2000-01-01&start_date=1970-01-01', 'modified_at', 'events_by_modification'],
  ])('A total reads no rows of events, not even to find masked ones: %s', async (path, column, index) => {
    const queries = captureQueries(app.store);
    const ran = await queries.during(() => app.request({ path: `${path}&per_page=1` }));
    const counts = ran.filter((query) => / as "total"/.test(query.sql) && query.sql.includes(column));
    expect(counts).toHaveLength(1);
    for (const { sql, parameters } of counts) {
      const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await app.store.reader.executeQuery<{ parent: number; detail: string }>(plan);
      const [loop] = rows.filter(({ parent, detail }) => parent === 0 && /^(SEARCH|SCAN) e /.test(detail));
      expect(loop?.detail).toContain(`USING COVERING INDEX ${index}`);
    }
  });

  test('Descendants of a category are found by the index of parents', async () => {
    const { body } = await app.request<{ categories: { id: number }[] }>({ path: '/categories' });
    const queries = captureQueries(app.store);
    const ran = await queries.during(() => app.request({ path: `/events?categories=${body.categories[0]?.id}` }));
    const [below] = ran.filter(({ sql }) => sql.includes('recursive down'));
    const plan = CompiledQuery.raw(`explain query plan ${below?.sql}`, [...(below?.parameters ?? [])]);
    const { rows } = await app.store.reader.executeQuery<{ detail: string }>(plan);
    expect(rows.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(/^SEARCH t .*parent_id=/));
  });

  test('The list of an author is merged from ordered parts, not sorted', async () => {
    const queries = captureQueries(app.store);
    for (const more of ['', '?page=2&per_page=1', '?order=desc']) {
      const ran = await queries.during(() => app.request({ as: 'ann', path: `/events${more}` }));
      for (const { sql, parameters } of ran) {
        const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
        const { rows } = await app.store.reader.executeQuery<{ detail: string }>(plan);
        expect(
          rows.filter(({ detail }) => detail === 'MULTI-INDEX OR'),
          sql,
        ).toEqual([]);
      }
    }
  });

  test('Texts with a rare word are looked up once', async () => {
    const queries = captureQueries(app.store);
    const ran = await queries.during(() => app.request({ path: '/events?search=unheard-of' }));
    expect(ran.filter(({ sql }) => sql.includes('"record_search" match'))).toHaveLength(1);
  });

  test.runIf(checksAllPlans)('Every exception for a query plan is still needed', () => {
    expect(allowedPlans.filter((plan) => !used.has(plan)).map(({ reason }) => reason)).toEqual([]);
  });
});
