// Lists must cost what their page costs: the plan of every query that they run is looked at. The service keeps no
// statistics, so that the plans are those of a calendar of any size.
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventPassword, fillCalendar } from '../../bench/calendar/fill.ts';
import { rareWords } from '../../bench/calendar/words.ts';
import { sqliteLoading } from '../../bench/loading.ts';
import { noProgress } from '../../src/transfer/progress.ts';
import { captureQueries } from '../support/captured-queries.ts';
import { filtersWithoutExample, type Known, type ListRequest, listRequests, lists } from '../support/list-requests.ts';
import type { PlanFinding } from '../support/query-plan.ts';
import { createSqliteExplain } from '../support/sqlite-plan.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { allowedPlans } from './allowed-plans.ts';

/** So many that common words and terms have more events than are looked up one by one. */
const events = 13_000;

let app: TestApp;
let known: Known;

beforeAll(async () => {
  app = await startTestApp({ settings: { cacheBytes: 0 } });
  const token = await app.request<{ next_token: string }>({ path: '/changes' });
  const now = app.clock.now();
  const { surroundings } = await fillCalendar(app.store, {
    events,
    seed: 7,
    now,
    progress: noProgress,
    loading: sqliteLoading(),
    authorIds: [1, 2, 3, 4],
  });
  const soon = await app.request<{ events: { id: number }[] }>({ path: '/events' });
  known = {
    event: soon.body.events[0]?.id ?? 0,
    venue: surroundings.venueIds[0] ?? 0,
    organizer: surroundings.organizerIds[0] ?? 0,
    category: surroundings.categoryIds[0] ?? 0,
    tag: surroundings.tagIds[0] ?? 0,
    rareTag: surroundings.tagIds.at(-1) ?? 0,
    words: ['jazz', rareWords.thousandth, 'ta'],
    eventPassword,
    point: { lat: 40.71, lng: -74.01 },
    changesToken: token.body.next_token,
    day: '2027-03-10',
  };
}, 120_000);

afterAll(() => app.close());

test.each(lists)('every filter of %s is asked for', (list) => {
  expect(filtersWithoutExample(list, known)).toEqual([]);
});

describe('SQLite', () => {
  const used = new Set<(typeof allowedPlans)[number]>();

  test.each(lists)(
    '%s are found by indexes',
    async (list) => {
      const explain = await createSqliteExplain(app.store);
      const queries = captureQueries(app.store);
      const judged = new Map<string, PlanFinding[]>();
      const faults: string[] = [];
      const requests = listRequests(list, known);
      const refused: string[] = [];
      for (const request of requests) {
        const ran = await queries.during(async () => {
          if (!(await isAnswered(request))) refused.push(JSON.stringify(request));
        });
        for (const query of ran) {
          const findings = judged.get(query.sql) ?? (await explain(query));
          judged.set(query.sql, findings);
          for (const finding of findings) {
            const allowed = allowedPlans.find((plan) => plan.allows(request, finding));
            if (allowed) used.add(allowed);
            else faults.push(describeFault(request, finding, query.sql));
          }
        }
      }
      expect(faults).toEqual([]);
      expect(judged.size).toBeGreaterThan(0);
      expect(refused).toEqual([]);
    },
    300_000,
  );

  test.each([
    ['select id from events where cost = ?', ['scan']],
    ['select id from events e where exists (select 1 from event_links l where l.position = ?)', ['walk', 'walk']],
    ['select id from events where status = ? order by cost limit 10', ['walk', 'sort']],
    ['select id from events where start_utc > ? order by cost limit 10', ['sort']],
    ['select count(*) from events where start_utc > ?', ['count']],
    ['select rowid from record_search where title_folded <> ?', ['scan']],
    ['select id from events where start_utc > ? order by start_utc, published_at, id limit 10', []],
    ['select id from events where id > ? order by id limit 10', []],
    ['select t.title from record_texts t where t.record_id = ? order by t.title', []],
  ])('%s: %j', async (sql, faults) => {
    const explain = await createSqliteExplain(app.store);
    const found = await explain(CompiledQuery.raw(sql, ['7']));
    expect(found.map(({ fault }) => fault)).toEqual(faults);
  });

  test('what is allowed is still needed', () => {
    expect(allowedPlans.filter((plan) => !used.has(plan)).map(({ reason }) => reason)).toEqual([]);
  });
});

async function isAnswered(request: ListRequest): Promise<boolean> {
  const { status } = await app.request(request);
  // Of what few records meet there is no second page.
  return status === 200 || (status === 404 && 'page' in request.query);
}

const describeFault = ({ as, list, query }: ListRequest, { fault, table, detail }: PlanFinding, sql: string): string =>
  `${fault} of ${table} by /${list}?${new URLSearchParams(query as Record<string, string>)} as ${as ?? 'nobody'}: ${detail}\n${sql}`;
