import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../core/api-error.ts';
import { fromJson, parseQuery, type RawParams } from '../params/raw.ts';
import { fileNameIn } from './content-disposition.ts';
import { type RequestBody, readMultipart } from './multipart.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parameters of a request body, as JSON or as a form. `sentAs` is the method before it was overridden: only a POST may
 * have a multipart form. Throws `rest_invalid_json`.
 */
export async function readBody(
  method: string,
  contentType: string | undefined,
  body: Buffer,
  sentAs = method,
): Promise<RawParams> {
  if (body.length === 0) return new Map();
  const type = mediaTypeOf(contentType) ?? (method === 'POST' ? '' : 'application/x-www-form-urlencoded');
  if (type === 'application/json' || /^application\/[\w.!#$&^-]+\+json$/.test(type)) return fromJson(parseJson(body));
  if (type === 'application/x-www-form-urlencoded') return parseQuery(decodeText(body).trim());
  if (type === 'multipart/form-data' && sentAs === 'POST')
    return (await readMultipart(contentType as string, body)).params;
  return new Map();
}

/** Without parameters, in lower case. */
export const mediaTypeOf = (contentType: string | undefined): string | undefined =>
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
    throw new ApiError('rest_invalid_json');
  }
}

/** The body of a route that takes a file: a form with the part `file`, or the file itself. */
export async function readUpload(headers: IncomingHttpHeaders, body: Buffer): Promise<RequestBody> {
  const { 'content-type': contentType, 'content-disposition': disposition } = headers;
  const type = mediaTypeOf(contentType) ?? '';
  if (type === 'multipart/form-data') return readMultipart(contentType as string, body);
  const name = fileNameIn(disposition);
  // curl labels every body as a form unless it is given another type.
  const isForm = (type === 'application/x-www-form-urlencoded' && name === '') || /\bjson$/.test(type);
  if (isForm) return { params: await readBody('POST', contentType, body) };
  const isSent = body.length > 0 || type !== '' || disposition !== undefined;
  const upload = { bytes: body, name };
  return { params: new Map(), ...(isSent ? { upload } : {}) };
}
