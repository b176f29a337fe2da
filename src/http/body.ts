import { Busboy } from '@fastify/busboy';
import { ApiError } from '../core/api-error.ts';
import { collect, fromJson, parseQuery, type RawParams } from './params/raw.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parameters of a request body (rest-layer.md, sources 1 and 2). Throws `rest_invalid_json`. */
export async function readBody(method: string, contentType: string | undefined, body: Buffer): Promise<RawParams> {
  if (body.length === 0 || method === 'GET') return new Map();
  const type = mediaTypeOf(contentType) ?? (method === 'POST' ? '' : 'application/x-www-form-urlencoded');
  if (type === 'application/json' || /^application\/[\w.!#$&^-]+\+json$/.test(type)) return fromJson(parseJson(body));
  if (type === 'application/x-www-form-urlencoded') return parseQuery(decodeText(body).trim());
  if (type === 'multipart/form-data' && method === 'POST') return readMultipart(contentType as string, body);
  return new Map();
}

const mediaTypeOf = (contentType: string | undefined): string | undefined =>
  contentType?.split(';')[0]?.trim().toLowerCase() || undefined;

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    throw new ApiError('rest_invalid_json', {
      data: {
        json_error_code: 4,
        json_error_message: error instanceof SyntaxError ? error.message : 'Malformed UTF-8',
      },
    });
  }
}

function decodeText(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new ApiError('rest_bad_request');
  }
}

/** Text fields of a form; files belong to the media routes and are passed over. */
function readMultipart(contentType: string, body: Buffer): Promise<RawParams> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = [];
    const malformed = () => reject(new ApiError('rest_bad_request'));
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fields: 1000, fieldSize: body.length, files: 10 },
      });
      parser.on('field', (name, value) => pairs.push([name, value]));
      parser.on('file', (_name, stream) => stream.resume());
      parser.on('finish', () => resolve(collect(pairs)));
      parser.on('error', malformed);
      parser.end(body);
    } catch {
      malformed();
    }
  });
}
