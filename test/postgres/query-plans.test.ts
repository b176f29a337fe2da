// The cost of a list on PostgreSQL is that of its page: the rows that each of its queries reads are counted.
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresLoading } from '../../bench/loading.ts';
import type { SampleValues } from '../support/list-requests.ts';
import type { AllowedPlan } from '../support/plans/allowed-plan.ts';
import { type CapturedQueries, captureQueries } from '../support/plans/captured-queries.ts';
import { checkedLists, checkListPlans, checksAllPlans } from '../support/plans/list-plans.ts';
import { fillPlanCalendar } from '../support/plans/plan-calendar.ts';
import { createPostgresExplain, truncateCalendar } from '../support/plans/postgres-plan.ts';
import type { ExplainQuery } from '../support/plans/query-plan.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { allowedPlans } from './allowed-plans.ts';

let app: TestApp;
let samples: SampleValues;
let explain: ExplainQuery;
let queries: CapturedQueries;

beforeAll(async () => {
  app = await startTestApp({ settings: { cacheBytes: 0 } });
  samples = await fillPlanCalendar(app, postgresLoading());
  explain = await createPostgresExplain(app.store);
  queries = captureQueries(app.store);
}, 300_000);

afterAll(async () => {
  await truncateCalendar(app.store);
  await app.close();
});

const used = new Set<AllowedPlan>();

test.each(checkedLists())(
  '%s look at no more than their page',
  async (list) => {
    const checked = await checkListPlans(list, { app, samples, explain, queries, allowed: allowedPlans });
    for (const plan of checked.used) used.add(plan);
    expect(checked.faults).toEqual([]);
    expect(checked.queries).toBeGreaterThan(0);
    expect(checked.refused).toEqual([]);
  },
  300_000,
);

test.each([
  [`select id from events where cost = 'none'`, ['table scan']],
  [`select id from events where cost = 'none' order by start_utc, published_at, id limit 10`, ['sort']],
  [`select id from events where cost <> 'none' order by cost limit 10`, ['sort']],
  [`select id from events where start_utc + 0 < 0 order by start_utc, published_at, id limit 10`, ['index scan']],
  [`select count(*) from events where status <> 'trash'`, ['count']],
  [`select record_id from record_texts where body_folded <> ''`, ['table scan']],
  // An index does not help if its first columns are not restricted.
  [
    `select id from events where status = 'publish' and published_at > 0 and hide_from_listings = 0
      and start_utc > 1803877200 order by published_at, id limit 10`,
    ['index scan'],
  ],
  [
    `select id from events where status = 'publish' and hide_from_listings = 0 and start_utc > 0
      order by start_utc, published_at, id limit 10`,
    [],
  ],
  [`select id from events where id > 7 order by id limit 10`, []],
  [`select t.title from record_texts t where t.record_id = 700 order by t.title`, []],
])('The plan "%s" has the faults %j', async (text, faults) => {
  const found = await explain(CompiledQuery.raw(text));
  expect(found.map(({ fault }) => fault)).toEqual(faults);
});

test.runIf(checksAllPlans)('Every exception for a query plan is still needed', () => {
  expect(allowedPlans.filter((plan) => !used.has(plan)).map(({ reason }) => reason)).toEqual([]);
});
