// multipart/form-data, as browsers send files (RFC 7578).
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { ApiError, invalidParam } from '../../core/api-error.ts';
import type { StoredImage } from '../../core/images.ts';
import { collect, maxNames, type RawParams, rootOfName } from '../params/raw.ts';

/** An uploaded file; its name is not to be trusted. */
export interface Upload {
  bytes: Buffer;
  name: string;
  /** Its image, if the files of that are stored already. */
  image?: StoredImage;
}

export interface RequestBody {
  params: RawParams;
  upload?: Upload | undefined;
}

/** Parts without a name count too, as each costs more than its bytes. */
export const maxParts = maxNames + 100;
/** Parsing stops after the chunk in which a limit is exceeded. */
const chunkBytes = 64 * 1024;
/** What the parser puts in place of bytes that are not UTF-8. */
const replacement = '\ufffd';

/**
 * The fields of a form, and the file in its part `file`. Any other file is read as its name, as URL-encoded forms send it,
 * so that a file in place of an id is refused. Throws `rest_invalid_param` or `rest_bad_request`.
 */
export async function readMultipart(contentType: string, body: Buffer): Promise<RequestBody> {
  const pairs: [name: string, value: string][] = [];
  let upload: Upload | undefined;
  try {
    const limits = { fields: maxNames + 1, fieldSize: body.length, parts: maxParts };
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits });
    parser.on('field', (name: string | undefined, value) => {
      if (name === undefined) return;
      pairs.push([name, value]);
      if (pairs.length > maxNames) parser.destroy(invalidParam(rootOfName(name), 'too_many_names'));
    });
    parser.on('partsLimit', () => parser.destroy(new Error('too many parts')));
    parser.on('file', (field: string | undefined, stream, name) => {
      // The only report of a form that ends inside a file.
      stream.on('error', (error) => parser.destroy(error));
      if (field !== 'file' || upload) {
        if (field !== undefined && name) pairs.push([field, name]);
        return stream.resume();
      }
      const file = { bytes: Buffer.alloc(0), name: name ?? '' };
      upload = file;
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        file.bytes = Buffer.concat(chunks);
      });
    });
    await pipeline(chunksOf(body), parser);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('rest_bad_request');
  }
  const replaced = pairs.find((pair) => pair.some((text) => text.includes(replacement)));
  if (replaced && !body.includes(replacement)) throw invalidParam(rootOfName(replaced[0]), 'text_forbidden_characters');
  return { params: collect(pairs), upload };
}

function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += chunkBytes) yield body.subarray(at, at + chunkBytes);
}
