import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { ReplyCheck } from './documented/reply-check.ts';

type Scalar = string | number | boolean;
/** Undefined values are not sent. */
type Values = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

export interface TestRequest {
  /** The user who sends it; null or absent for anonymous. */
  as?: 'admin' | 'ed' | 'ann' | 'con' | 'sub' | null;
  method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the namespace, such as `/events/5`, or a whole URL such as a link of a reply. */
  path: string;
  /** Lists are sent as `a[]=1&a[]=2`, and text unchanged. */
  query?: string | Values;
  json?: unknown;
  form?: Values;
  headers?: Readonly<Record<string, string | undefined>>;
}

export interface TestReply<Body> {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  /** Undefined if there is no body, text if it is not JSON. */
  body: Body;
}

const host = 'calendar.example';
const root = `http://${host}/wp-json/calendar/events/v1`;

export interface TestedApp {
  app: FastifyInstance;
  passwords: Readonly<Record<string, string>>;
  checkReply: ReplyCheck;
}

/** Sends one request through the app as one of its users, and checks the reply against the document. */
export async function sendTo<Body>(
  { app, passwords, checkReply }: TestedApp,
  { as, method = 'GET', path, query, json, form, headers }: TestRequest,
): Promise<TestReply<Body>> {
  const basic = as ? `Basic ${Buffer.from(`${as}:${passwords[as]}`).toString('base64')}` : undefined;
  const search = typeof query === 'string' ? query : encode(query ?? {});
  const endpoint = /^https?:/.test(path) ? path : root + path;
  const url = endpoint + (search === '' ? '' : `${endpoint.includes('?') ? '&' : '?'}${search}`);
  const injected = await app.inject({
    method,
    url,
    headers: { host, ...(basic ? { authorization: basic } : {}), ...contentType(json, form), ...headers },
    ...(json !== undefined ? { payload: JSON.stringify(json) } : form !== undefined ? { payload: encode(form) } : {}),
  });
  const reply = readReply<Body>(injected);
  const isPartial = typeof json === 'object' && json !== null && '_fields' in json;
  await checkReply({ method, url, override: headers?.['x-http-method-override'], isPartial, reply });
  return reply;
}

export function readReply<Body>({ statusCode, headers, body: text }: LightMyRequestResponse): TestReply<Body> {
  const type = String(headers['content-type']);
  const isJson = /[/+]json\b/.test(type) && text !== '';
  // A file may be empty; a reply to HEAD has the length of the omitted body.
  const isEmptyFile = !/[/+]json\b/.test(type) && headers['content-length'] === '0';
  const body = isJson ? JSON.parse(text) : text === '' && !isEmptyFile ? undefined : text;
  return { status: statusCode, headers: headers as TestReply<Body>['headers'], body };
}

function contentType(json: unknown, form: unknown): Record<string, string> {
  if (json !== undefined) return { 'content-type': 'application/json' };
  return form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
}

function encode(values: Values): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return isList(value) ? value.map((item) => [`${name}[]`, item] as const) : [[name, value] as const];
  });
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

const isList = (value: Scalar | readonly Scalar[]): value is readonly Scalar[] => Array.isArray(value);
