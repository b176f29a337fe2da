// Walks one field of a kind through every door that writes it: create, update by id and by slug, three languages.
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';
import type { TestReply, TestRequest } from './test-request.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Reply = TestReply<Body>;

export interface Kind {
  plural: 'events' | 'venues' | 'organizers' | 'categories' | 'tags';
  bySlug: boolean;
  /** A fresh record with only what is required. */
  required(): Record<string, unknown>;
  /** Members that depend on others or on the clock. */
  name: string;
}

let counter = 0;
export const unique = (word: string): string => `${word} ${++counter}`;

const dates = { start_date: '2027-06-10 10:00:00', end_date: '2027-06-10 12:00:00' };

export const kinds = {
  events: {
    plural: 'events',
    bySlug: true,
    name: 'title',
    required: () => ({ title: unique('Event'), ...dates }),
  },
  venues: { plural: 'venues', bySlug: true, name: 'venue', required: () => ({ venue: unique('Venue') }) },
  organizers: {
    plural: 'organizers',
    bySlug: true,
    name: 'organizer',
    required: () => ({ organizer: unique('Organizer') }),
  },
  categories: { plural: 'categories', bySlug: false, name: 'name', required: () => ({ name: unique('Category') }) },
  tags: { plural: 'tags', bySlug: false, name: 'name', required: () => ({ name: unique('Tag') }) },
} as const satisfies Record<string, Kind>;

/** The three ways to choose a language that every field is written in. */
export const manners = ['plain', 'parameter', 'segment'] as const;
export type Manner = (typeof manners)[number];

/** The request in the language, `fr` where one is chosen. */
export function inManner(manner: Manner, request: TestRequest, language = 'fr'): TestRequest {
  if (manner === 'plain') return request;
  if (manner === 'segment') return { ...request, path: behind(language, request.path) };
  const joint = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${joint}i18n_language=${language}` };
}

export const behind = (segment: string, path: string): string =>
  `http://calendar.example/${segment}/wp-json/calendar/events/v1${path}`;

export async function make(
  app: TestApp,
  plural: string,
  json: unknown,
  as: TestRequest['as'] = 'ed',
  more: Partial<TestRequest> = {},
): Promise<Body & { id: number; slug: string }> {
  const reply = await app.request<Body>({ as, method: 'POST', path: `/${plural}`, json, ...more });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body as Body & { id: number; slug: string };
}

interface Door {
  name: string;
  request: Pick<TestRequest, 'method' | 'path'>;
}

/** Every address and verb by which a record is updated. */
export function updateDoors(kind: Kind, record: { id: number; slug: string }): Door[] {
  const paths = [`/${kind.plural}/${record.id}`];
  if (kind.bySlug) paths.push(`/${kind.plural}/by-slug/${encodeURIComponent(record.slug)}`);
  return paths.flatMap((path) =>
    (['POST', 'PUT', 'PATCH'] as const).map((method) => ({ name: `${method} ${path}`, request: { method, path } })),
  );
}

/** Everything that is in the calendar, to compare before and after a refused request. */
export async function snapshot(app: TestApp): Promise<unknown> {
  const lists = ['events', 'venues', 'organizers', 'categories', 'tags'].map(async (plural) => {
    const all = plural === 'categories' || plural === 'tags';
    const query = all ? { hide_empty: false } : { status: ['any', 'trash'] };
    const window: Record<string, string> = plural === 'events' ? { ends_after: '0001-01-02' } : {};
    const { body } = await app.request<Body>({
      as: 'admin',
      path: `/${plural}`,
      query: { per_page: 100, ...query, ...window },
    });
    return body;
  });
  return Promise.all(lists);
}

/** A value, what the reply shows for it, and what else must be sent with it. */
export interface ValidCell {
  field: string;
  sent: unknown;
  /** The value sent where nothing is given. */
  shown?: unknown;
  /** Where it shows, if not under its own name. */
  under?: string;
  with?: Record<string, unknown>;
}

/** Refused: 400 `rest_invalid_param` that names exactly this field. */
export interface InvalidCell {
  field: string;
  sent: unknown;
  with?: Record<string, unknown>;
  /** Not refused on create, where it counts as not sent. */
  onlyUpdate?: boolean;
  onlyCreate?: boolean;
}

export const describeValue = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

export function expectInvalid(reply: Reply, names: readonly string[], message: string): void {
  const { data } = reply.body as { data?: { params?: Body } };
  const told = { status: reply.status, code: reply.body['code'], params: Object.keys(data?.params ?? {}).sort() };
  expect(told, `${message}: ${JSON.stringify(reply.body)}`).toEqual({
    status: 400,
    code: 'rest_invalid_param',
    params: [...names].sort(),
  });
  for (const text of Object.values(data?.params ?? {})) expect(String(text).length, message).toBeGreaterThan(3);
}

/** Creates and updates with the value; the reply and a later read show it, and no other member changes. */
export async function walkValid(app: TestApp, kind: Kind, cell: ValidCell, touches: readonly string[]): Promise<void> {
  const { field, sent, under = field } = cell;
  const shown = 'shown' in cell ? cell.shown : sent;
  for (const manner of manners) {
    const json = { ...kind.required(), ...cell.with, [field]: sent };
    const created = await app.request<Body>(
      inManner(manner, { as: 'ed', method: 'POST', path: `/${kind.plural}`, json }),
    );
    const where = `create, ${manner}`;
    expect(created.status, `${where}: ${JSON.stringify(created.body)}`).toBe(201);
    expect(valueAt(created.body, under), where).toEqual(shown);
    await discard(app, kind, created.body['id'] as number);

    const record = await make(app, kind.plural, kind.required());
    const doors = updateDoors(kind, record);
    for (const [index, door] of doors.entries()) {
      if (manner !== 'plain' && index % 2 === 1) continue;
      const before = (await readFor(app, kind, record.id, manner)).body;
      app.clock.advance(1);
      const reply = await app.request<Body>(
        inManner(manner, { as: 'ed', ...door.request, json: { ...cell.with, [field]: sent } }),
      );
      const message = `${door.name}, ${manner}`;
      expect(reply.status, `${message}: ${JSON.stringify(reply.body)}`).toBe(200);
      expect(valueAt(reply.body, under), message).toEqual(shown);
      const after = (await readFor(app, kind, record.id, manner)).body;
      expect(valueAt(after, under), `${message}, read`).toEqual(shown);
      const may = new Set([...always, ...touches, under, ...Object.keys(cell.with ?? {})]);
      expect(without(after, may), `${message}, others`).toEqual(without(before, may));
      if (after['slug'] !== record.slug && kind.bySlug) break;
    }
    await discard(app, kind, record.id);
  }
}

/** What any update may move, or a first text in another language. */
const always = ['modified', 'modified_utc', 'language', 'translations', 'url', 'json_ld'];

const without = (body: Body, names: ReadonlySet<string>): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));

/** `venue.id` looks inside, `categories.*.id` into each of a list. */
export function valueAt(body: unknown, path: string): unknown {
  let value: unknown = body;
  for (const [index, name] of path.split('.').entries()) {
    if (name === '*') {
      const rest = path
        .split('.')
        .slice(index + 1)
        .join('.');
      return (value as unknown[]).map((item) => valueAt(item, rest));
    }
    value = (value as Body | undefined)?.[name];
  }
  return value;
}

export const readFor = (app: TestApp, kind: Kind, id: number, manner: Manner = 'plain'): Promise<Reply> =>
  app.request<Body>(inManner(manner, { as: 'ed', path: `/${kind.plural}/${id}?context=edit` }));

async function discard(app: TestApp, kind: Kind, id: number): Promise<void> {
  const { status } = await app.request({
    as: 'admin',
    method: 'DELETE',
    path: `/${kind.plural}/${id}`,
    query: { force: true },
  });
  expect(status).toBe(200);
}

/** Sends the value through every door: each time the same refusal, and in the end the calendar is what it was. */
export async function walkInvalid(
  app: TestApp,
  kind: Kind,
  cell: InvalidCell,
  record: { id: number; slug: string },
): Promise<void> {
  const before = await snapshot(app);
  app.clock.advance(60);
  for (const manner of manners) {
    const update = { ...cell.with, [cell.field]: cell.sent };
    if (!cell.onlyUpdate) {
      const json = { ...kind.required(), ...update };
      const reply = await app.request<Body>(
        inManner(manner, { as: 'ed', method: 'POST', path: `/${kind.plural}`, json }),
      );
      expectInvalid(reply, [cell.field], `create, ${manner}`);
    }
    for (const door of cell.onlyCreate ? [] : updateDoors(kind, record)) {
      const reply = await app.request<Body>(inManner(manner, { as: 'ed', ...door.request, json: update }));
      expectInvalid(reply, [cell.field], `${door.name}, ${manner}`);
    }
  }
  expect(await snapshot(app)).toEqual(before);
}
