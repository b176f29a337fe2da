// npm run bench:data -- --events 1000000 [--seed N] [--date 2027-01-31] [--database FOLDER]: fills a calendar.

import { parseArgs } from 'node:util';
import { createProgressBar } from '../src/commands/progress-bar.ts';
import { hasContent } from '../src/resources/records/rows/record-table.ts';
import { eventPassword, fillCalendar } from './calendar/fill.ts';
import { readCount } from './counts.ts';
import { targetOf } from './engine.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '100k' },
    seed: { type: 'string', default: '1' },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    database: { type: 'string' },
  },
});
const events = readCount(options.events);
const target = targetOf(options.database ?? `data/bench-${options.events}`);
const now = Date.parse(`${options.date}T00:00:00Z`) / 1000;
if (!Number.isInteger(now)) throw new Error(`--date takes a day such as 2027-01-31, not ${options.date}.`);
const store = await target.open();
if (await hasContent(store.reader)) {
  console.error(`${target.name} is not empty; only an empty calendar can be filled.`);
  process.exit(1);
}
const started = performance.now();
const progress = createProgressBar((line) => console.error(line));
const { venues, organizers, password } = await fillCalendar(store, {
  events,
  seed: Number(options.seed),
  now,
  progress,
  loading: target.loading,
});
await store.close();
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${target.name}: ${events} events, ${venues} venues, ${organizers} organizers in ${seconds} s.`);
console.log(`Sign in as admin with ${password}; "${eventPassword}" opens the protected events.`);
