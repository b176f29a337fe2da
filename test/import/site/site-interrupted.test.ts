// An import of a live site that is interrupted between any two of its transactions, and resumed by the same command.
import { expect, test } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { type FakeSite, siteEvent, wordPressUser } from '../../support/servers/fake-wordpress.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { temporaryFolder } from '../support.ts';
import { importFrom } from './support.ts';
import { tablesOf } from './tables.ts';
import { startTown, venue } from './town.ts';

const options = { credentials: wordPressUser, withTrash: true };

/** Fails like a process that is killed before its next transaction. */
function endingAfter(app: TestApp, transactions: number): TestApp {
  let begun = 0;
  const store: Store = Object.create(app.store, {
    write: {
      value: (work: Parameters<Store['write']>[0]) => {
        begun += 1;
        if (begun > transactions) throw new Error('killed');
        return app.store.write(work);
      },
    },
  });
  return { ...app, store };
}

/** Imports once without interruption, then interrupted after each number of transactions. Returns their number. */
async function compareAllBreaks(site: FakeSite, prepare: (app: TestApp) => Promise<void>): Promise<number> {
  const whole = await startTestApp();
  await prepare(whole);
  const before = await tablesOf(whole.store);
  await importFrom(whole, site.apiUrl, options);
  const expected = await tablesOf(whole.store);
  expect(expected).not.toEqual(before);
  for (let transactions = 0; ; transactions++) {
    const app = await startTestApp();
    await prepare(app);
    const folder = `${temporaryFolder()}/imports`;
    const broken = await importFrom(endingAfter(app, transactions), site.apiUrl, { ...options, folder }).then(
      () => false,
      (error: Error) => error.message === 'killed',
    );
    if (!broken) return transactions;
    await importFrom(app, site.apiUrl, { ...options, folder });
    expect(await tablesOf(app.store), `after ${transactions} transactions`).toEqual(expected);
  }
}

/** Three pages of events. */
async function startSmallTown(): Promise<FakeSite> {
  const site = await startTown({ maxPerPage: 8 });
  site.records.events.splice(24);
  return site;
}

test('A first import that is interrupted ends like one that is not', { timeout: 120_000 }, async () => {
  const site = await startSmallTown();
  site.records.events.push(siteEvent(site, 130, { status: 'trash', categories: site.records.categories }));
  expect(await compareAllBreaks(site, async () => undefined)).toBeGreaterThan(6);
});

test('An import of changes that is interrupted ends like one that is not', { timeout: 120_000 }, async () => {
  const site = await startSmallTown();
  const { events, categories } = site.records;
  const before = [...events];
  const after = events.map((event, at) =>
    at % 4 === 0
      ? siteEvent(site, event['id'] as number, {
          modified_utc: '2027-01-03 10:00:00',
          status: at % 8 === 0 ? 'draft' : 'publish',
          venue,
          categories: at % 12 === 0 ? [] : [categories[1]],
        })
      : event,
  );
  const transactions = await compareAllBreaks(site, async (app) => {
    events.splice(0, events.length, ...before);
    await importFrom(app, site.apiUrl, options);
    events.splice(0, events.length, ...after);
  });
  expect(transactions).toBeGreaterThan(6);
});
