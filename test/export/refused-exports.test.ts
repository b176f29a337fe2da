// Exports that are not restored, because the calendar has records or the file is damaged.
import { describe, expect, test } from 'vitest';
import { TransferProblem } from '../../src/core/transfer-problem.ts';
import { openTestCalendar, pageEvent } from '../import/support.ts';
import { formatExport, parseExport } from '../support/calendars/export-text.ts';
import { liveExport, rowsOf } from './live-calendar.ts';

describe('refused exports', () => {
  const textsOf = (record: Record<string, unknown> | undefined) =>
    Object.values((record?.['texts'] ?? {}) as Record<string, object>)[0] ?? {};

  test('An export is not restored into a calendar with records', async () => {
    const calendar = await openTestCalendar();
    await calendar.importAll([{ events: [pageEvent(1)] }]);
    const text = await liveExport();
    await expect(calendar.importAll([text])).rejects.toThrow(
      /this calendar is not empty: restore it into an empty one/,
    );
    await expect(calendar.importAll([text, { events: [] }])).rejects.toThrow(
      /restore it on its own, without other files/,
    );
  });

  const damages: [name: string, damage: (value: Record<string, Record<string, unknown>[]>) => void, problem: RegExp][] =
    [
      [
        'a missing column',
        ({ events }) => delete events?.[1]?.['cost'],
        /events\[1\] \(id \d+\) has no text as "cost"/,
      ],
      [
        'a wrong type',
        ({ venues }) => Object.assign(venues?.[0] ?? {}, { show_map: 'yes' }),
        /venues\[0\] \(id \d+\) has no true or false as "show_map"/,
      ],
      [
        'a latitude beyond the pole',
        ({ venues }) => Object.assign(venues?.[0] ?? {}, { geo_lat: 91, geo_lng: 0 }),
        /venues\[0\] \(id \d+\) has no number from -90 to 90 as "geo_lat"/,
      ],
      [
        'a title longer than the API accepts',
        ({ events }) => Object.assign(textsOf(events?.[0]), { title: 'x'.repeat(2001) }),
        /events\[0\] \(id \d+\) has no text of at most 2000 characters as "title"/,
      ],
      [
        'a name of a tag longer than the API accepts',
        ({ tags }) => Object.assign(textsOf(tags?.[0]), { name: 'x'.repeat(201) }),
        /tags\[0\] \(id \d+\) has no text of at most 200 characters as "name"/,
      ],
      [
        'a city longer than the API accepts',
        ({ venues }) => Object.assign(venues?.[0] ?? {}, { city: 'x'.repeat(2001) }),
        /venues\[0\] \(id \d+\) has no text of at most 2000 characters as "city"/,
      ],
      [
        'an external id longer than the API accepts',
        ({ events }) => Object.assign(events?.[0] ?? {}, { external_id: 'x'.repeat(256) }),
        /events\[0\] \(id \d+\) has no text of at most 255 characters as "external_id"/,
      ],
      [
        'an unknown author',
        ({ events }) => Object.assign(events?.[0] ?? {}, { author: 'nobody' }),
        /has an author who is not among the users, "nobody"/,
      ],
      [
        'an unknown zone',
        ({ events }) => Object.assign(events?.[0] ?? {}, { timezone: 'Mars/Olympus' }),
        /has an unknown time zone/,
      ],
      [
        'no own texts',
        ({ tags }) => Object.assign(tags?.[0] ?? {}, { texts: {} }),
        /tags\[0\] \(id \d+\) has no texts in its language, en/,
      ],
      ['no texts', ({ venues }) => delete venues?.[0]?.['texts'], /venues\[0\] \(id \d+\) has no object as "texts"/],
      [
        'texts in an unknown language',
        ({ venues }) => Object.assign(venues?.[0]?.['texts'] ?? {}, { xx: {} }),
        /has texts in an unknown language, "xx"/,
      ],
      ['the id 0', ({ events }) => Object.assign(events?.[0] ?? {}, { id: 0 }), /events\[0\] \(id 0\) has the id 0/],
      [
        'an id twice',
        ({ venues, organizers }) => Object.assign(venues?.[0] ?? {}, { id: organizers?.[0]?.['id'] }),
        /two of its records share an id, a slug or an external id/,
      ],
      [
        'a wrong role',
        ({ users }) => Object.assign(users?.[0] ?? {}, { role: 'king' }),
        /users\[0\] \(id 1\) has no administrator, editor/,
      ],
      ['no record', ({ events }) => events?.splice(0, 1, 5 as never), /events\[0\] is not an object/],
    ];
  test('An export that is cut between two lines is refused', async () => {
    const lines = (await liveExport()).trimEnd().split('\n');
    const calendar = await openTestCalendar([]);
    for (const cut of [lines.slice(0, -1), lines.slice(0, 5), lines.slice(0, 1)]) {
      const restoring = calendar.importAll([`${cut.join('\n')}\n`]);
      await expect(restoring).rejects.toThrow('page-1.json is an export that ends in the middle.');
    }
    await expect(calendar.importAll([lines.join('\n').slice(0, -4)])).rejects.toThrow(
      `page-1.json is not JSON: it ends in the middle, in line ${lines.length}.`,
    );
    const shortened = lines.with(2, lines[2]?.slice(0, 20) ?? '').join('\n');
    await expect(calendar.importAll([shortened])).rejects.toThrow(/^page-1\.json is not JSON.*, in line 3\.$/);
  });

  test.each(damages)('An export with %s is refused', async (_, damage, problem) => {
    const value = parseExport(await liveExport());
    damage(value);
    const damaged = formatExport(value);
    const calendar = await openTestCalendar([]);
    const before = await rowsOf(calendar.store);
    await expect(calendar.importAll([damaged])).rejects.toThrow(TransferProblem);
    await expect(calendar.importAll([damaged])).rejects.toThrow(problem);
    expect(await rowsOf(calendar.store)).toEqual(before);
  });
});
