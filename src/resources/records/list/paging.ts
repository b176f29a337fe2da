// Page parameters, and the envelope of list replies.
import { ApiError, type ErrorCode } from '../../../core/api-error.ts';
import { joinLinks } from '../../../http/discovery.ts';
import type { Links } from '../../../http/links.ts';
import { describe, type Fields } from '../../../http/params/field.ts';
import { isObject, type Raw, type RawParams, Repeated, scalarOf } from '../../../http/params/raw.ts';
import { integer } from '../../../http/params/scalars.ts';
import { assertSize } from '../../../http/response/size-limit.ts';
import type { Reply } from '../../../http/route.ts';
import type { Position } from './order.ts';

const defaultPerPage = 10;

export const pageFields = {
  page: describe(integer({ min: 1, default: 1 }), 'Page number'),
  per_page: describe(
    integer({ min: 1, default: defaultPerPage }),
    "Records per page, capped at the calendar's maximum",
  ),
};

export interface Page {
  page: number;
  perPage: number;
  /** Rows before the page, or between `after` and the page. */
  offset: number;
  /** The page begins after this position, whatever its number. */
  after?: Position | undefined;
}

export function readPage(
  values: { page?: number; per_page?: number },
  maxPerPage: number,
  after?: Position | undefined,
): Page {
  const page = values.page ?? 1;
  const perPage = Math.min(values.per_page ?? defaultPerPage, maxPerPage);
  return { page, perPage, offset: after ? 0 : Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER), after };
}

export interface ListReply {
  /** Member with the items, such as `events`; also the path. */
  key: string;
  items?: readonly unknown[];
  serialised?: readonly ItemBytes[];
  total: number;
  page: Page;
  links: Links;
  /** Declared parameters; links carry no others. */
  fields: Fields;
  params: RawParams;
  /** Values that apply without being sent and that links must repeat, such as the default window. */
  defaults?: Readonly<Record<string, string>> | undefined;
  /** What links carry in place of values that were sent, such as `tomorrow`. */
  resolved?: Readonly<Record<string, string>> | undefined;
  nextCursor: string | undefined;
  /** Totals come before the items, as in lists of terms. */
  totalsFirst: boolean;
  modified: number | undefined;
}

/** The envelope and headers of a list (D39, D40). */
export function presentList(list: ListReply): Reply {
  const { key, items = [], total, page } = list;
  const totalPages = Math.ceil(total / page.perPage);
  const query = queryOf(list);
  // The URL of page 1 has no page parameter. After a cursor, pages have no numbers.
  const urlOf = (number: number) => list.links.rest(`/${key}/`, number === 1 ? query : `${query}&page=${number}`);
  const next = page.page < totalPages && !page.after ? urlOf(page.page + 1) : undefined;
  const previous = page.page > 1 && !page.after ? urlOf(page.page - 1) : undefined;
  const link = joinLinks(next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`);
  const here = { rest_url: list.links.rest(`/${key}/`, `page=${page.page}&${queryOf(list, ['password'])}`) };
  const others = {
    ...(next ? { next_rest_url: next } : {}),
    ...(previous ? { previous_rest_url: previous } : {}),
    ...(list.nextCursor ? { next_cursor: list.nextCursor } : {}),
  };
  const totals = { total, total_pages: totalPages };
  const reply = {
    status: 200,
    modified: list.modified,
    body: list.totalsFirst
      ? { ...here, ...totals, [key]: items, ...others }
      : { [key]: items, ...here, ...others, ...totals },
    headers: {
      'x-tec-total': String(total),
      'x-tec-totalpages': String(totalPages),
      ...(link === '' ? {} : { link }),
    },
  };
  return list.serialised ? { ...reply, ...withSerialised(reply.body, key, list.serialised) } : reply;
}

/** A serialised item, in any number of chunks. */
export interface ItemBytes {
  pieces: readonly Uint8Array[];
  digest: string;
}

/** The body with the items instead of its empty list. */
function withSerialised(body: object, key: string, items: readonly ItemBytes[]): Pick<Reply, 'body' | 'digest'> {
  const head = JSON.stringify({ [key]: [] }).slice(0, -2);
  const tail = JSON.stringify(body).slice(head.length);
  assertSize(items.flatMap((item) => item.pieces).reduce((sum, { length }) => sum + length, 0));
  const pieces = items.flatMap((item, index) => (index === 0 ? item.pieces : [comma, ...item.pieces]));
  const digest = `${head}${items.map((item) => item.digest).join(' ')}${tail}`;
  return { digest, body: Buffer.concat([Buffer.from(head), ...pieces, Buffer.from(tail)]) };
}

const comma = Buffer.from(',');

/** Parameters of every route, which links carry as well. */
const commonParams = ['i18n_language', '_fields', 'password', 'context'];

/** The query of a list: its declared parameters, those that were sent, and defaults that links must repeat. */
export type ListQuery = Pick<ListReply, 'fields' | 'params' | 'defaults' | 'resolved'>;

/** The query as links carry it. */
export const resolvedQuery = <Query extends ListQuery>(query: Query): Query => ({
  ...query,
  params: new Map([...query.params, ...Object.entries(query.resolved ?? {})]),
});

/** All filters of a query as text, with lists joined by commas. */
export function filtersOf({ fields, params, defaults = {} }: ListQuery): Map<string, string> {
  const filters = new Map<string, string>();
  for (const [name, value] of Object.entries(defaults)) if (!params.has(name)) filters.set(name, value);
  for (const [name, raw] of params) {
    const isDeclared = Object.hasOwn(fields, name) || commonParams.includes(name);
    if (isDeclared && name !== 'page' && name !== 'per_page') filters.set(name, paramText(raw, isList(fields, name)));
  }
  return filters;
}

export const isList = (fields: Fields, name: string): boolean =>
  name === '_fields' || fields[name]?.schema['type'] === 'array';

const queryOf = (list: ListReply, without: readonly string[] = []): string => {
  const filters = [...filtersOf(resolvedQuery(list))].filter(([name]) => !without.includes(name));
  return new URLSearchParams([['per_page', String(list.page.perPage)], ...filters]).toString();
};

/** The value of a parameter in links, with lists joined by commas. */
export function paramText(raw: Raw, list: boolean): string {
  const members = isObject(raw) ? Object.values(raw) : raw instanceof Repeated && list ? raw.values : scalarOf(raw);
  return Array.isArray(members) ? members.map(String).join(',') : String(members ?? '');
}

/** A page past the end is an error (D42), an empty first page is not. */
export function assertPageExists(page: Page, items: readonly unknown[], code: ErrorCode): void {
  if (page.page > 1 && items.length === 0) throw new ApiError(code);
}
