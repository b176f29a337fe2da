import pino from 'pino';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '../src/core/languages.ts';
import { presentCost } from '../src/core/text/cost/cost.ts';
import { toSafeHtml } from '../src/core/text/html/html.ts';
import { toPlainText } from '../src/core/text/plain-text.ts';
import { slugify } from '../src/core/text/slug.ts';
import { demoTemplates, templateTranslations } from '../src/demo/data.ts';
import { fillDemo } from '../src/demo/fill.ts';
import type { Links } from '../src/export/records.ts';
import { parseWebsite } from '../src/resources/records/fields.ts';
import type { EventsTable, RelatedRecordsTable, TermsTable } from '../src/store/schema.ts';
import { exportText, now, openTestCalendar, pageEvent } from './import/support.ts';
import { parseExport } from './support/calendars/export-text.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { zones } from './support/zones.ts';

type Text = Record<'title' | 'description' | 'excerpt' | 'website' | 'slug', string> & { event_status_reason?: string };
type Exported<Row, Texts = Text> = Omit<Row, 'id'> & { id: number; texts: Readonly<Record<string, Texts>> };
type ExportedTerm = Exported<TermsTable & { parent: number }, { name: string }>;

interface Contents {
  events: Exported<
    EventsTable & Links & { start_date: string; end_date: string; utc_start_date: string; date_utc: string }
  >[];
  venues: Exported<RelatedRecordsTable>[];
  organizers: Exported<RelatedRecordsTable>[];
  categories: ExportedTerm[];
  tags: ExportedTerm[];
}

const fill = (store: Parameters<typeof fillDemo>[0]['store'], at = now) =>
  fillDemo({ store, zones, now: () => at, adminId: 2, log: pino({ level: 'silent' }) });

async function demo(at = now): Promise<{ contents: Contents; text: string; milliseconds: number }> {
  const { store } = await openTestCalendar();
  const before = process.cpuUsage();
  expect(await fill(store, at)).toBe(true);
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000;
  const text = await exportText(store);
  return { contents: parseExport(text) as unknown as Contents, text, milliseconds };
}

test('The demonstration fills an empty calendar only', async () => {
  const calendar = await openTestCalendar();
  expect(await fill(calendar.store)).toBe(true);
  const before = await calendar.exportText();
  expect(await fill(calendar.store)).toBe(false);
  expect(await calendar.exportText()).toBe(before);
  const other = await openTestCalendar();
  await other.importAll([{ events: [pageEvent(1)] }]);
  expect(await fill(other.store)).toBe(false);
});

test('The demonstration is the same for the same moment, and works around any moment', async () => {
  const first = await demo();
  expect((await demo()).text).toBe(first.text);
  for (const at of ['2027-02-28T23:59:59Z', '2028-02-29T12:00:00Z', '2026-12-31T00:00:00Z', '2030-03-31T01:30:00Z']) {
    const { contents } = await demo(Date.parse(at) / 1000);
    expect(contents.events.length).toBe(first.contents.events.length);
  }
});

describe('the demonstration', () => {
  let contents: Contents;
  let milliseconds: number;
  const day = 86_400;
  const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
  beforeAll(async () => {
    ({ contents, milliseconds } = await demo());
  });

  test.runIf(inject('engine') === 'sqlite')('The demonstration is created quickly', () =>
    expect(milliseconds).toBeLessThan(1500),
  );

  test('The demonstration has some 200 events around today, most of them soon', () => {
    const days = contents.events.map((event) => (utc(event.utc_start_date) - now) / day);
    expect(days.length).toBeGreaterThan(190);
    expect(days.length).toBeLessThan(225);
    expect(Math.min(...days)).toBeGreaterThan(-46);
    expect(Math.max(...days)).toBeGreaterThan(200);
    expect(Math.max(...days)).toBeLessThan(250);
    expect(days.filter((distance) => distance > 0 && distance < 14).length).toBeGreaterThan(45);
    expect(days.filter((distance) => Math.abs(distance) < 1).length).toBeGreaterThan(2);
  });

  test('The demonstration has every status, switch and form of event', () => {
    const { events } = contents;
    const statuses = new Set(events.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(['draft', 'pending', 'private', 'publish', 'trash']);
    expect(events.filter((event) => event.status === 'publish' && utc(event.date_utc) > now).length).toBe(2);
    for (const name of ['all_day', 'featured', 'sticky', 'hide_from_listings'] as const)
      expect(
        events.some((event) => event[name]),
        name,
      ).toBe(true);
    expect(events.some((event) => event.all_day && event.start_date.slice(0, 10) !== event.end_date.slice(0, 10))).toBe(
      true,
    );
    expect(
      events.some((event) => !event.all_day && event.start_date.slice(0, 10) !== event.end_date.slice(0, 10)),
    ).toBe(true);
    expect(events.some((event) => event.venues.length === 0)).toBe(true);
    expect(events.some((event) => event.organizers.length > 1)).toBe(true);
    expect(new Set(events.map(({ timezone }) => timezone)).size).toBeGreaterThan(12);
  });

  test('The demonstration has canceled and postponed events, with the reason in their languages, and online events', () => {
    const changed = contents.events.filter(({ event_status }) => event_status !== 'scheduled');
    expect(new Set(changed.map(({ event_status }) => event_status)).size).toBe(4);
    for (const { texts, previous_start_date, event_status } of changed) {
      for (const text of Object.values(texts)) expect(text.event_status_reason).not.toBe('');
      expect(previous_start_date !== '').toBe(event_status === 'rescheduled');
    }
    for (const mode of ['online', 'mixed']) {
      const found = contents.events.filter(({ attendance_mode }) => attendance_mode === mode);
      expect(found.length, mode).toBeGreaterThan(2);
      for (const { online_url } of found) expect(online_url).toMatch(/^https:/);
    }
  });

  test('The costs in the demonstration are read as prices, in many currencies', () => {
    const costs = contents.events.map(({ cost }) =>
      presentCost(cost, { defaultSymbol: '#', defaultPosition: 'prefix' }),
    );
    const details = costs.map(({ cost_details }) => cost_details);
    expect(new Set(details.map(({ currency_symbol }) => currency_symbol)).size).toBeGreaterThan(6);
    expect(details.filter(({ values }) => values.length === 2).length).toBeGreaterThan(20);
    for (const { values } of details) for (const value of values) expect(value).toMatch(/^(?:\d+|free)$/);
  });

  test('The venues, organizers, categories and tags of the demonstration are all in use', () => {
    const { venues, organizers, categories, tags, events } = contents;
    expect([venues.length, organizers.length, tags.length]).toEqual([16, 14, 20]);
    expect(categories.filter(({ parent }) => parent > 0).length).toBeGreaterThan(15);
    expect(categories.filter(({ parent }) => parent === 0).length).toBeGreaterThan(5);
    for (const venue of venues) {
      expect(venue).toMatchObject({
        city: expect.stringMatching(/./),
        geo_lat: expect.any(Number),
        geo_lng: expect.any(Number),
      });
      expect(
        events.some((event) => event.venues.includes(venue.id)),
        venue.city,
      ).toBe(true);
    }
    for (const tag of tags)
      expect(
        events.some((event) => event.tags.includes(tag.id)),
        tag.texts['en']?.name,
      ).toBe(true);
    for (const one of organizers)
      expect(
        events.some((event) => event.organizers.includes(one.id)),
        one.email,
      ).toBe(true);
  });

  test('The texts of the demonstration are as the API stores them', () => {
    const { events, venues, organizers } = contents;
    const slugs = new Set<string>();
    for (const { texts, status } of [...events, ...venues, ...organizers]) {
      for (const { title, description, excerpt, website, slug } of Object.values(texts)) {
        expect(toPlainText(title)).toBe(title);
        expect(toSafeHtml(description)).toBe(description);
        expect(toSafeHtml(excerpt)).toBe(excerpt);
        expect(title + description + excerpt).not.toMatch(/[{}]/);
        if (website !== '') expect(parseWebsite(website)).toBe(website);
        if (slug !== null && status !== 'trash') expect(slugify(slug)).toBe(slug);
      }
    }
    for (const { texts, language } of events) slugs.add(texts[language]?.slug as string);
    expect(slugs.size).toBe(events.length);
    expect(events.every(({ texts, language }) => (texts[language]?.description.match(/<p>/g) ?? []).length === 2)).toBe(
      true,
    );
  });

  test('French texts of the demonstration have no-break spaces before colons and within quotation marks', () => {
    for (const { texts } of [...contents.events, ...contents.venues, ...contents.organizers])
      for (const text of Object.values(texts['fr'] ?? {})) expect(text ?? '').not.toMatch(/ [:;?!»]|« /);
  });

  test('The demonstration has texts in all eight languages', () => {
    const spoken = [...contents.events, ...contents.categories].flatMap(({ texts }) => Object.keys(texts));
    expect([...new Set(spoken)].sort()).toEqual(['bg', 'de', 'en', 'es', 'fr', 'ja', 'pt-br', 'zh-hans']);
    expect(contents.events.filter(({ language }) => language !== 'en').length).toBe(7);
    const translated = (code: string) => contents.events.filter(({ texts }) => texts[code]).length;
    for (const code of Object.keys(templateTranslations)) expect(translated(code), code).toBeGreaterThan(190);
    for (const { texts } of contents.categories) expect(Object.keys(texts).sort()).toEqual([...languages].sort());
  });

  test('Every template of the demonstration is translated with all its themes', () => {
    const titles = demoTemplates.map(({ title }) => title).sort();
    for (const [language, translations] of Object.entries(templateTranslations)) {
      expect(Object.keys(translations).sort(), language).toEqual(titles);
      for (const [title, { themes }] of Object.entries(translations)) {
        const template = demoTemplates.find((one) => one.title === title);
        expect(themes.length, title).toBe(template?.themes.length);
      }
    }
  });
});

interface Listed {
  total: number;
  events: {
    id: number;
    title: string;
    language: string;
    cost: string;
    venue: { city?: string };
    tickets: { available_from: string; available_until: string; sold_out: boolean }[];
    post_parent: number;
  }[];
  categories: { id: number; name: string; parent: number; count: number }[];
}

describe('through the service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await fillDemo({ store: app.store, zones, now: app.clock.now, adminId: 1, log: pino({ level: 'silent' }) });
  });

  const get = async (path: string, query: Record<string, string | number | boolean> = {}) => {
    const { status, body } = await app.request<Listed>({ path, query });
    expect(status, path).toBe(200);
    return body;
  };

  test.each(languages)('Every list of the demonstration has records in %s', async (i18n_language) => {
    for (const path of ['/events', '/venues', '/organizers', '/categories', '/tags']) {
      const { total } = (await get(path, { i18n_language, per_page: 100 })) as { total?: number };
      expect(total, path).toBeGreaterThan(10);
    }
  });

  test('Every category without subcategories has events in the demonstration', async () => {
    const { categories } = await get('/categories', { per_page: 100 });
    const leaves = categories.filter(({ id }) => categories.every(({ parent }) => parent !== id));
    expect(leaves.length).toBeGreaterThan(20);
    for (const { id, name } of leaves)
      expect((await get('/events', { categories: id })).total, name).toBeGreaterThan(0);
  });

  test.each(['fr', 'de', 'es'])('The first page of the demonstration is in %s', async (i18n_language) => {
    const { events } = await get('/events', { i18n_language, per_page: 20 });
    expect(events.filter(({ language }) => language === i18n_language).length).toBeGreaterThan(10);
    expect(events.every(({ language }) => [i18n_language, 'en'].includes(language))).toBe(true);
  });

  test.each(Object.keys(templateTranslations))(
    'Most events of the first page of the demonstration are translated into %s',
    async (i18n_language) => {
      const { events } = await get('/events', { i18n_language, per_page: 20 });
      expect(events.filter(({ language }) => language === i18n_language).length).toBeGreaterThan(15);
    },
  );

  test('The demonstration is searched by French words and by distance', async () => {
    const found = await get('/events', { i18n_language: 'fr', search: 'lanternes' });
    expect(found.total).toBeGreaterThan(4);
    expect(found.events[0]?.title).toMatch(/lanternes/i);
    const near = await get('/events', { geoloc_lat: 38.72, geoloc_lng: -9.14, geoloc_radius: 20 });
    expect(near.total).toBeGreaterThan(4);
    for (const { venue } of near.events) expect(venue).toMatchObject({ city: 'Lisbon' });
  });

  test('The demonstration has events with tickets', async () => {
    const { total, events } = await get('/events', { ticketed: true, per_page: 100 });
    expect(total).toBeGreaterThan(11);
    const tickets = events.flatMap((event) => event.tickets);
    expect(tickets.some((ticket) => ticket.sold_out)).toBe(true);
    for (const { available_from, available_until } of tickets) expect(available_from < available_until).toBe(true);
  });

  test('The demonstration has a parent event with events of its own', async () => {
    const { events } = await get('/events', { search: 'Lantern Nights on the Quay' });
    const below = await get('/events', { post_parent: events[0]?.id as number });
    expect(below.total).toBe(4);
    for (const { post_parent } of below.events) expect(post_parent).toBe(events[0]?.id);
  });

  test('No translated text of the demonstration puts a name after a word that needs its article', () => {
    const texts = Object.values(templateTranslations).flatMap((translations) =>
      Object.values(translations).flatMap(({ title, paragraphs }) => [title, ...paragraphs]),
    );
    expect(texts.filter((text) => /(?:^|\s)(?:de|du|à|au|en|del|al|do|da|no|na|im|am|zum) \{/.test(text))).toEqual([]);
  });
});
