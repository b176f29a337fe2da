// Tests the values of a field on every route that writes it: create, update by id and by slug, in three language selections.
import { expect } from 'vitest';
import { runsAllCases } from './runs.ts';
import type { TestApp } from './test-app.ts';
import type { TestReply, TestRequest } from './test-request.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Reply = TestReply<Body>;

export interface Kind {
  plural: 'events' | 'venues' | 'organizers' | 'categories' | 'tags';
  bySlug: boolean;
  /** A fresh record with only what is required. */
  required(): Record<string, unknown>;
  /** The field with the record's name. */
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

/** The ways to select a language; every field is written in each. */
export const languageSelections = ['plain', 'parameter', 'segment'] as const;
export type LanguageSelection = (typeof languageSelections)[number];

/** The request with this language selection. */
export function withSelection(selection: LanguageSelection, request: TestRequest, language = 'fr'): TestRequest {
  if (selection === 'plain') return request;
  if (selection === 'segment') return { ...request, path: behind(language, request.path) };
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
  expect(reply.status, `${JSON.stringify(json)} ${JSON.stringify(reply.body)}`).toBe(201);
  return reply.body as Body & { id: number; slug: string };
}

interface UpdateRoute {
  name: string;
  request: Pick<TestRequest, 'method' | 'path'>;
}

/** Every path and method that updates a record. */
export function updateRoutes(kind: Kind, record: { id: number; slug: string }): UpdateRoute[] {
  const paths = [`/${kind.plural}/${record.id}`];
  if (kind.bySlug) paths.push(`/${kind.plural}/by-slug/${encodeURIComponent(record.slug)}`);
  return paths.flatMap((path) =>
    (['POST', 'PUT', 'PATCH'] as const).map((method) => ({ name: `${method} ${path}`, request: { method, path } })),
  );
}

/** All records of the calendar, to compare before and after a refused request. */
export async function snapshot(app: TestApp): Promise<unknown> {
  const lists = ['events', 'venues', 'organizers', 'categories', 'tags'].map(async (plural) => {
    const isTerms = plural === 'categories' || plural === 'tags';
    const query = isTerms ? 'hide_empty=0' : 'status=any,trash';
    const { body } = await app.request<Body>({
      as: 'admin',
      path: `/${plural}`,
      query: `${query}&per_page=100&ends_after=0001-01-02`,
    });
    return body;
  });
  return Promise.all(lists);
}

/** A value to send, the value expected in the reply, and fields that must be sent with it. */
export interface ValidCell {
  field: string;
  sent: unknown;
  /** Default: the value that was sent. */
  shown?: unknown;
  /** Path in the reply, if not the name of the field. */
  under?: string;
  with?: Record<string, unknown>;
}

/** A value that gets 400 `rest_invalid_param` naming exactly this field. */
export interface InvalidCell {
  field: string;
  sent: unknown;
  with?: Record<string, unknown>;
  /** On create it counts as not sent. */
  onlyUpdate?: boolean;
  /** Valid for a translation, whose text it removes. */
  onlyPlain?: boolean;
}

const describeValue = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

export function expectInvalid(reply: Reply, names: readonly string[], message: string): void {
  const { data } = reply.body as { data?: { params?: Body } };
  const actual = { status: reply.status, code: reply.body['code'], params: Object.keys(data?.params ?? {}).sort() };
  expect.soft(actual, `${message}: ${JSON.stringify(reply.body).slice(0, 300)}`).toEqual({
    status: 400,
    code: 'rest_invalid_param',
    params: [...names].sort(),
  });
  for (const text of Object.values(data?.params ?? {})) expect.soft(String(text).length, message).toBeGreaterThan(3);
}

/** The values of one field. */
export type Column<Cell> = readonly Cell[];

/**
 * Creates and updates a record with each value: the reply and a later read must contain it, and no other member may change.
 * Independent fields share requests. The first values are sent in every language selection, and by `check:all` on every
 * route; each later row on the next route and in the next selection.
 */
export async function walkValid(
  app: TestApp,
  kind: Kind,
  columns: readonly Column<ValidCell>[],
  sideEffects: readonly string[],
): Promise<void> {
  for (const [index, cells] of rowsOf(columns.map(rotated)).entries()) {
    for (const selection of index === 0 ? languageSelections : [turn(languageSelections, index)]) {
      await createWith(app, kind, cells, selection);
      const record = await make(app, kind.plural, kind.required());
      const routes = updateRoutes(kind, record);
      const chosen =
        index === 0 && runsAllCases
          ? routes.filter((_, at) => selection === 'plain' || at === 4 || routes.length === 3)
          : [turn(routes, index + languageSelections.indexOf(selection))];
      let before = (await readFor(app, kind, record.id, selection)).body;
      for (const route of chosen)
        before = await updateWith(app, kind, cells, { record, before, route, selection, sideEffects });
      await discard(app, kind, record.id);
    }
  }
}

export const columnsOf = <Cell extends { field: string }>(
  cells: readonly Cell[],
  fields: readonly string[],
): Column<Cell>[] => fields.map((field) => cells.filter((cell) => cell.field === field));

/** The first value of each column, the second of each, and so on; shorter columns are missing in later rows. */
const rowsOf = <Cell>(columns: readonly Column<Cell>[]): Cell[][] =>
  Array.from({ length: Math.max(...columns.map((cells) => cells.length)) }, (_, index) =>
    columns.flatMap((cells) => cells.slice(index, index + 1)),
  );

/** Columns with equal values start at different ones, so that a value stored under another field is noticed. */
const rotated = <Cell>(cells: Column<Cell>, by: number): Cell[] => {
  const start = by % cells.length;
  return [...cells.slice(start), ...cells.slice(0, start)];
};

const turn = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;
const expectedIn = (cell: ValidCell): unknown => ('shown' in cell ? cell.shown : cell.sent);
const sentBy = (cells: readonly (ValidCell | InvalidCell)[]): Record<string, unknown> =>
  Object.assign({}, ...cells.map((cell) => ({ ...cell.with, [cell.field]: cell.sent })));

function expectFields(body: Body, cells: readonly ValidCell[], message: string): void {
  for (const cell of cells) {
    const { field, sent, under = field } = cell;
    expect(valueAt(body, under), `${field} ${describeValue(sent)}: ${message}`).toEqual(expectedIn(cell));
  }
}

async function createWith(
  app: TestApp,
  kind: Kind,
  cells: readonly ValidCell[],
  selection: LanguageSelection,
): Promise<void> {
  const json = { ...kind.required(), ...sentBy(cells) };
  const { status, body } = await app.request<Body>(
    withSelection(selection, { as: 'ed', method: 'POST', path: `/${kind.plural}`, json }),
  );
  const message = `create, ${selection}`;
  expect(status, `${message}: ${JSON.stringify([json, body])}`).toBe(201);
  expectFields(body, cells, message);
  await discard(app, kind, body['id'] as number);
}

interface Update {
  record: { id: number; slug: string };
  before: Body;
  route: UpdateRoute;
  selection: LanguageSelection;
  sideEffects: readonly string[];
}

/** Returns the record as it is read afterwards. */
async function updateWith(app: TestApp, kind: Kind, cells: readonly ValidCell[], update: Update): Promise<Body> {
  const { record, before, route, selection, sideEffects } = update;
  app.clock.advance(1);
  const path = before['slug'] === record.slug ? route.request.path : `/${kind.plural}/${record.id}`;
  const json = sentBy(cells);
  const reply = await app.request<Body>(withSelection(selection, { as: 'ed', ...route.request, path, json }));
  const message = `${route.name}, ${selection}`;
  expect(reply.status, `${message}: ${JSON.stringify([json, reply.body])}`).toBe(200);
  expectFields(reply.body, cells, message);
  const after = (await readFor(app, kind, record.id, selection)).body;
  expectFields(after, cells, `${message}, read`);
  const mayChange = new Set([...alwaysChanged, ...sideEffects, ...Object.keys(json)]);
  expect(omit(after, mayChange), `${message}, others`).toEqual(omit(before, mayChange));
  return after;
}

/** Members that any update, or a first text in another language, may change. */
const alwaysChanged = ['modified', 'modified_utc', 'language', 'translations', 'url', 'json_ld'];

const omit = (body: Body, names: ReadonlySet<string>): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));

/** A path such as `venue.id`, or `categories.*.id` for each item of a list. */
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

export const readFor = (app: TestApp, kind: Kind, id: number, selection: LanguageSelection = 'plain'): Promise<Reply> =>
  app.request<Body>(withSelection(selection, { as: 'ed', path: `/${kind.plural}/${id}?context=edit` }));

async function discard(app: TestApp, kind: Kind, id: number): Promise<void> {
  const { status } = await app.request({
    as: 'admin',
    method: 'DELETE',
    path: `/${kind.plural}/${id}`,
    query: { force: true },
  });
  expect(status).toBe(200);
}

/**
 * Sends each invalid value to the routes in turn, and by `check:all` the first to all of them: each must be refused, naming
 * every field, and the calendar must not change. Independent fields share requests.
 */
export async function walkInvalid(
  app: TestApp,
  kind: Kind,
  columns: readonly Column<InvalidCell>[],
  record: { id: number; slug: string },
): Promise<void> {
  const before = await snapshot(app);
  app.clock.advance(60);
  const expectRefusal = async (
    cells: readonly InvalidCell[],
    selection: LanguageSelection,
    route: UpdateRoute['request'],
    more: object = {},
  ) => {
    if (cells.length === 0) return;
    const json = { ...more, ...sentBy(cells) };
    const reply = await app.request<Body>(withSelection(selection, { as: 'ed', ...route, json }));
    const names = cells.map(({ field }) => field);
    expectInvalid(reply, names, `${describeCells(cells)}, ${route.method} ${route.path}, ${selection}`);
  };
  const routes = updateRoutes(kind, record);
  for (const [index, row] of rowsOf(columns).entries()) {
    for (const selection of selectionsFor(row, index)) {
      const cells = row.filter(({ onlyPlain }) => selection === 'plain' || !onlyPlain);
      const onCreate = cells.filter(({ onlyUpdate }) => !onlyUpdate);
      await expectRefusal(onCreate, selection, { method: 'POST', path: `/${kind.plural}` }, kind.required());
      const chosen =
        index === 0 && runsAllCases ? routes : [turn(routes, index + languageSelections.indexOf(selection))];
      for (const route of chosen) await expectRefusal(cells, selection, route.request);
    }
  }
  expect(await snapshot(app)).toEqual(before);
}

const describeCells = (cells: readonly InvalidCell[]): string =>
  cells.map(({ field, sent }) => `${field} ${describeValue(sent)}`).join(', ');

function selectionsFor(row: readonly InvalidCell[], index: number): Iterable<LanguageSelection> {
  if (index === 0) return languageSelections;
  const plain = row.some(({ onlyPlain }) => onlyPlain) ? (['plain'] as const) : [];
  return new Set([turn(languageSelections, index), ...plain]);
}
