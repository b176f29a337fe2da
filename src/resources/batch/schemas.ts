import { attempt } from '../../core/errors.ts';
import { describe, type Field, fault, required } from '../../http/params/field.ts';
import { isObject, maxBatchNesting, parseQuery, type Raw } from '../../http/params/raw.ts';
import { custom } from '../../http/params/scalars.ts';
import type { Method } from '../../http/route.ts';

const maxRequests = 100;
const methods: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** One write of a batch as sent; path and body may contain references. */
export interface BatchRequest {
  method: Method;
  path: string;
  body: Readonly<Record<string, Raw>>;
  headers: Readonly<Record<string, string>>;
}

const schema = {
  type: 'array',
  minItems: 1,
  maxItems: maxRequests,
  items: {
    type: 'object',
    required: ['method', 'path'],
    properties: {
      method: { type: 'string', enum: methods },
      path: {
        type: 'string',
        description:
          'Path below the namespace, such as `/events/5`, without `_method` and `dry_run`; `{0.id}` refers to a value in an earlier response',
      },
      body: { type: 'object', additionalProperties: true },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
};

const requests: Field<BatchRequest[], 'invalid'> = custom<BatchRequest[]>(schema, (raw) => {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > maxRequests)
    return fault('batch_expected', { max: maxRequests });
  const read = raw.map(readRequest);
  return read.some((request) => request === undefined)
    ? fault('batch_expected', { max: maxRequests })
    : (read as BatchRequest[]);
});

/** Parameters that cannot be sent per request: `dry_run` applies to the whole batch, and `method` replaces `_method`. */
const batchOnly: ReadonlySet<string> = new Set(['dry_run', '_method']);

/** An unreadable query is reported when its request runs. */
function namesInQuery(path: string): string[] {
  const [, ...query] = path.split('?');
  return attempt(() => [...parseQuery(query.join('?')).keys()]) ?? [];
}

/** Accepts writes only, and no nested batches. */
function readRequest(raw: Raw): BatchRequest | undefined {
  if (!isObject(raw)) return undefined;
  const { method, path, body = {}, headers = {} } = raw;
  const verb = methods.find((name) => typeof method === 'string' && name === method.toUpperCase());
  if (verb === undefined || typeof path !== 'string' || !/^\/(?!batch\/*(?:$|\?))[^#]*$/i.test(path)) return undefined;
  if (!(body === null || isObject(body)) || !isObject(headers)) return undefined;
  if (!Object.values(headers).every((value) => typeof value === 'string')) return undefined;
  const named = [...namesInQuery(path), ...Object.keys(body ?? {})];
  if (named.some((name) => batchOnly.has(name))) return undefined;
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key')) return undefined;
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]);
  return { method: verb, path, body: body ?? {}, headers: Object.fromEntries(lowerCase) };
}

export const batchFields = {
  requests: {
    ...required(describe(requests, 'Writes, run in this order in one transaction')),
    maxNesting: maxBatchNesting,
  },
};
