// Imports and the change feed: clients that follow the feed learn of every imported record.
import { expect, test } from 'vitest';
import { changeKinds } from '../../../src/core/kinds.ts';
import { anonymous } from '../../../src/core/roles.ts';
import { listChanges } from '../../../src/resources/changes/service.ts';
import type { LogPosition } from '../../../src/resources/changes/types.ts';
import { now, openTestCalendar, pageEvent, pageTerm, pageVenue, type TestCalendar } from '../support.ts';

const later = now + 86_400;
const beginning: LogPosition = { seq: 0, at: now };

async function changes({ store }: TestCalendar, since: LogPosition) {
  const query = { from: { since }, kinds: changeKinds, perPage: 100 };
  const page = await listChanges(store.reader, query, { caller: anonymous, now: later });
  return { summaries: page.changes.map(({ change, kind }) => `${change} ${kind}`).sort(), since: page.next.since };
}

const page = (more: Record<string, unknown> = {}) => ({
  events: [
    pageEvent(100, { venue: pageVenue(101), categories: [pageTerm(7, { parent: 8 }), pageTerm(8)], ...more }),
    pageEvent(103),
  ],
});
const everything = ['created category', 'created category', 'created event', 'created event', 'created venue'];

test('The change feed has imported records, and not unchanged ones', async () => {
  const calendar = await openTestCalendar();
  await calendar.importAll([page()]);
  const first = await changes(calendar, beginning);
  expect(first.summaries).toEqual(everything);
  await calendar.importAll([page()]);
  const second = await changes(calendar, first.since);
  expect(second.summaries).toEqual([]);
  await calendar.importAll([page({ title: 'Another title', modified: '2027-09-01 12:00:00' })], { now: later });
  expect((await changes(calendar, second.since)).summaries).toEqual(['updated event']);
});

test('The change feed of a restored calendar has all its records', async () => {
  const source = await openTestCalendar();
  await source.importAll([page()]);
  const copy = await openTestCalendar();
  await copy.importAll([await source.exportText()]);
  const restored = await changes(copy, beginning);
  expect(restored.summaries).toEqual(everything);
  expect((await changes(copy, restored.since)).summaries).toEqual([]);
});
