// A search for words that many events have takes its page from the first events of the list. It is the same page as if all
// matching events were looked up.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureQueries } from '../../support/plans/captured-queries.ts';
import { someOf } from '../../support/runs.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const count = 160;

const titleOf = (n: number): string =>
  [
    n % 3 === 0 ? 'Jazz' : 'Concert',
    n % 4 === 0 ? 'outdoors' : 'indoors',
    n === 150 ? 'xylophone' : '',
    n < 12 ? 'early' : '',
  ].join(' ');

async function openCalendar(): Promise<TestApp> {
  const app = await startTestApp({ settings: { cacheBytes: 0 } });
  const day = (n: number) => new Date(Date.UTC(2027, 4, 1 + Math.floor(n / 2))).toISOString().slice(0, 10);
  const events = Array.from({ length: count }, (_, n) => ({
    method: 'POST',
    path: '/events',
    body: {
      title: titleOf(n),
      start_date: `${day(n)} 10:00:00`,
      end_date: `${day(n)} 12:00:00`,
      description: n % 5 === 0 ? 'With a saxophone.' : '',
      featured: n % 2 === 0,
      ...(n % 10 === 7 ? { password: 'sesame' } : {}),
      ...(n % 10 === 8 ? { status: 'draft' } : {}),
      ...(n % 20 === 3 ? { hide_from_listings: true } : {}),
    },
  }));
  for (let at = 0; at < count; at += 40)
    expect(
      (
        await app.request({
          as: 'admin',
          method: 'POST',
          path: '/batch',
          json: { requests: events.slice(at, at + 40) },
        })
      ).status,
    ).toBeLessThan(300);
  return app;
}

interface Listed {
  id: number;
  title: string;
  utc_start_date: string;
}

interface Page {
  events: Listed[];
  total: number;
  total_pages: number;
}

const searches = [
  'search=jazz',
  'search=concert%20outdoors',
  'search=concert%20-outdoors',
  'search=jazz%20ou',
  'search=saxophone',
  'search=saxophone&password=sesame',
  'search=xylophone',
  'search=early',
  'search=jazz&featured=true',
  'search=jazz&start_date=2027-06-01&end_date=2027-06-20',
  'search=nothing',
  'search=ja',
  'search=a',
  'search=j%20-xy',
  'search=-xylophone&start_date=2027-06-01&end_date=2027-06-30',
  'search=-ou&start_date=2027-06-01&end_date=2027-06-30',
  'search=-saxophone&start_date=2027-06-01&end_date=2027-06-30',
  'search=-saxophone&password=sesame&start_date=2027-06-01&end_date=2027-06-30',
  'search=-',
];

/** None of these belongs to the author. */
const readers = [undefined, 'ann', 'admin'] as const;

let app: TestApp;
let queries: ReturnType<typeof captureQueries>;
beforeAll(async () => {
  app = await openCalendar();
  queries = captureQueries(app.store);
});
afterAll(() => app.close());

const shown = 'events.id,events.utc_start_date,total';
const cases = searches.flatMap((search) => readers.map((as) => ({ search, as })));

test.each(someOf(cases))(
  'A search for $search as $as has the same events in every page size and direction',
  { timeout: 60_000 },
  async ({ search, as }) => {
    const read = async (query: string) =>
      (await app.request<Page>({ as, path: `/events?${search}&${query}&_fields=${shown}` })).body;
    const all = (await read('orderby=id&per_page=100')).events;
    for (const order of ['asc', 'desc'] as const) {
      const sign = order === 'asc' ? 1 : -1;
      const byStart = all.toSorted(
        (a, b) => sign * (a.utc_start_date.localeCompare(b.utc_start_date) || Number(a.id) - Number(b.id)),
      );
      for (const size of order === 'asc' ? [3, 50] : [7])
        for (let page = 1; page <= Math.max(1, Math.ceil(all.length / size)); page++) {
          const found = await read(`order=${order}&per_page=${size}&page=${page}`);
          expect(
            found.events.map(({ id }) => id),
            `${order}, page ${page} of ${size}`,
          ).toEqual(byStart.slice((page - 1) * size, page * size).map(({ id }) => id));
          expect(found.total).toBe(all.length);
        }
    }
  },
);

test('Of a common word only the first events are looked at', async () => {
  const isLookup = ({ sql }: { sql: string }) => sql.includes('as ids limit');
  const read = (search: string) => app.request({ path: `/events?per_page=3&search=${search}` });
  // The total requires all of them once.
  await read('jazz');
  expect((await queries.during(() => read('jazz'))).filter(isLookup)).toHaveLength(0);
  expect((await queries.during(() => read('xylophone'))).filter(isLookup)).toHaveLength(1);
});

test.each(['jazz', '-xylophone'])(
  'For those who may write, a common word is looked up for the total only, which is not cached for them: %s',
  async (search) => {
    for (const as of ['ann', 'admin'] as const) {
      const ran = await queries.during(() => app.request({ as, path: `/events?per_page=3&search=${search}` }));
      const pages = ran.filter(({ sql }) => / order by e\.start_utc/.test(sql));
      expect(pages).toHaveLength(1);
      expect(pages.filter(({ sql }) => / match |found\./.test(sql))).toEqual([]);
    }
  },
);

test('Events with a word that is not to be found are looked up once, though some are protected', async () => {
  const ran = await queries.during(() => app.request({ path: '/events?per_page=3&search=-route' }));
  const lookups = ran.map(({ sql }) => sql.split(/ match |found\.kind/).length - 1).filter((times) => times > 0);
  expect(lookups).toEqual([1]);
});
