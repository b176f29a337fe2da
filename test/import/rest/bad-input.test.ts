// Files that cannot be imported: they are refused with a message that names the file, and nothing is written.
import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noProgress } from '../../../src/core/progress.ts';
import { Stopped, TransferProblem } from '../../../src/core/transfer-problem.ts';
import { readLimits } from '../../../src/import/source/read-pieces.ts';
import { formatExport, parseExport } from '../../support/calendars/export-text.ts';
import { fileOf, importFiles, openTestCalendar, pageEvent, pageVenue } from '../support.ts';

describe('whole files', () => {
  const cases: [name: string, content: unknown, problem: RegExp][] = [
    ['HTML', '<!doctype html><p>Hello', /^page-1\.json is not JSON\.$/],
    ['empty', '', /^page-1\.json is empty\.$/],
    ['a cut file', '{"events":[{"id":1}', /^page-1\.json is not JSON: it ends in the middle\.$/],
    ['another object', { posts: [] }, /holds none of categories, tags, venues, organizers, events/],
    [
      'an error reply',
      { code: 'rest_no_route', message: 'No', data: { status: 404 } },
      /is an error reply from the API \(rest_no_route\)/,
    ],
    ['a single event', pageEvent(1), /is a single event; put it in a list/],
    ['deep nesting', `{"events":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`, /is nested deeper than 64 levels/],
    [
      'a newer export',
      { format: 'kalends-export', version: 3 },
      /is an export of version 3; this program reads versions 1 and 2/,
    ],
    ['another format', { format: 'ics', events: [] }, /has the format "ics"/],
  ];
  test.each(cases)('A file is refused and nothing is imported: %s', async (_, content, problem) => {
    const calendar = await openTestCalendar();
    const version = calendar.store.version();
    await expect(calendar.importAll([content])).rejects.toThrow(TransferProblem);
    await expect(calendar.importAll([content])).rejects.toThrow(problem);
    expect(calendar.store.version()).toBe(version);
  });

  test('One bad file stops the import, and all bad files are named at once', async () => {
    const calendar = await openTestCalendar();
    const good = fileOf(calendar.folder, 'good.json', { events: [pageEvent(1)] });
    const html = fileOf(calendar.folder, 'page.html', '<html>');
    const missing = join(calendar.folder, 'missing.json');
    const folder = join(calendar.folder, 'folder');
    mkdirSync(folder);
    const failed = importFiles(calendar.store, [html, good, missing, folder]);
    await expect(failed).rejects.toThrow(
      'page.html is not JSON.\nmissing.json does not exist.\nfolder is a folder; name the files in it.',
    );
    expect(parseExport(await calendar.exportText())['events']).toEqual([]);
  });

  test('A file of 10 GiB is refused', async () => {
    const calendar = await openTestCalendar();
    const path = fileOf(calendar.folder, 'huge.json', '');
    truncateSync(path, 10 * 1024 ** 3);
    await expect(importFiles(calendar.store, [path])).rejects.toThrow(
      'huge.json has 10.0 GiB; files of up to 4.0 GiB are read.',
    );
  });

  test('A large page with a record that is larger than the memory for it is refused', async () => {
    const calendar = await openTestCalendar();
    const limits = { ...readLimits, wholeBytes: 1024 ** 2, recordBytes: 1024 ** 2 };
    const endless = `{"events":[{"id":1,"title":"${'x'.repeat(2 * 1024 ** 2)}"}]}`;
    await expect(calendar.importAll([endless], { limits })).rejects.toThrow(
      'page-1.json holds a record of more than 1 MiB.',
    );
  });

  test('An export with a record that is larger than the memory for it is refused', async () => {
    const calendar = await openTestCalendar();
    const limits = { ...readLimits, recordBytes: 1024 ** 2 };
    const events = [{ id: 1, title: 'x'.repeat(2 * 1024 ** 2) }];
    const endless = formatExport({ format: 'kalends-export', version: 2, events });
    await expect(calendar.importAll([endless], { limits })).rejects.toThrow(
      'page-1.json holds a record of more than 1 MiB.',
    );
  });
});

test('A large page is imported like a small one', async () => {
  const page = { events: Array.from({ length: 300 }, (_, index) => pageEvent(index + 1, { venue: pageVenue(5000) })) };
  const [small, large] = [await openTestCalendar(), await openTestCalendar()];
  const { report } = await small.importAll([page]);
  expect((await large.importAll([page], { limits: { ...readLimits, wholeBytes: 0 } })).report).toEqual(report);
  expect(parseExport(await large.exportText())['events']).toEqual(parseExport(await small.exportText())['events']);
});

test('Values of every wrong type are skipped, reported or emptied, and are never an error', async () => {
  const calendar = await openTestCalendar();
  const wrong = [null, true, 12, '', 'text', [], [[]], {}, { id: {} }, -1, 1e20, '2027-13-45 99:99:99'];
  const keys = Object.keys({
    ...pageEvent(1),
    date: '',
    modified: '',
    all_day: '',
    cost: '',
    cost_details: '',
    website: '',
    image: '',
    slug: '',
    featured: '',
    url: '',
    rest_url: '',
    language: '',
    excerpt: '',
    start_date_details: '',
    utc_end_date: '',
  });
  const events = keys.flatMap((key, row) =>
    wrong.map((value, column) => pageEvent(1000 + row * 20 + column, { [key]: value })),
  );
  const venues = Object.keys({ ...pageVenue(1), phone: '', geo_lat: '', email: '', website: '', show_map: '' }).flatMap(
    (key, row) => wrong.map((value, column) => pageVenue(5000 + row * 20 + column, { [key]: value, geo_lng: 500 })),
  );
  const terms = wrong.map((value, index) => ({
    id: value,
    name: index % 2 ? value : 'Name',
    slug: value,
    parent: value,
    urls: value,
  }));
  const { report } = await calendar.importAll([{ events, venues, organizers: wrong, categories: terms, tags: terms }]);
  expect(report.counts.events.created + report.counts.events.skipped).toBe(events.length);
  expect(report.counts.venues.created).toBeGreaterThan(100);
  expect(report.counts.events.created).toBeGreaterThan(250);
  // Everything can be exported, and a second import recognises it.
  const before = await calendar.exportText();
  await calendar.importAll([{ events, venues, organizers: wrong, categories: terms, tags: terms }]);
  expect(await calendar.exportText()).toBe(before);
});

describe('stopped imports and dry runs', () => {
  /** More than one chunk. */
  const many = {
    events: Array.from({ length: 600 }, (_, index) => pageEvent(index + 1, { venue: pageVenue(5000 + (index % 7)) })),
  };

  test('Stopping in the middle leaves nothing behind', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([{ events: [pageEvent(9000)] }]);
    const before = await calendar.exportText();
    const stopper = new AbortController();
    const progress = { ...noProgress, advance: (done: number) => done >= 500 && stopper.abort() };
    const stopped = calendar.importAll([many], { signal: stopper.signal, progress: progress as typeof noProgress });
    await expect(stopped).rejects.toThrow(Stopped);
    expect(await calendar.exportText()).toBe(before);
    expect((await calendar.importAll([many])).report.counts.events).toMatchObject({ created: 600 });
  });

  test('An error in the middle leaves nothing behind', async () => {
    const calendar = await openTestCalendar();
    const before = await calendar.exportText();
    const progress = {
      ...noProgress,
      advance: (done: number) => {
        if (done >= 500) throw new Error('the disk is full');
      },
    };
    await expect(calendar.importAll([many], { progress })).rejects.toThrow('the disk is full');
    expect(await calendar.exportText()).toBe(before);
  });

  test('A dry run reports the same and writes nothing', async () => {
    const calendar = await openTestCalendar();
    const before = await calendar.exportText();
    const version = calendar.store.version();
    const dry = await calendar.importAll([many], { dryRun: true });
    expect(calendar.store.version()).toBe(version);
    expect(await calendar.exportText()).toBe(before);
    expect((await calendar.importAll([many])).report).toEqual(dry.report);
  });
});
