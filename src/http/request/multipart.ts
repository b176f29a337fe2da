// multipart/form-data, as browsers send files (RFC 7578).
import type { Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { ApiError } from '../../core/api-error.ts';
import { collect, maxNames, type RawParams, rootOfName, UnreadableParameter } from '../params/raw.ts';

/** An uploaded file; its name is not to be trusted. */
export interface Upload {
  bytes: Buffer;
  name: string;
}

export interface Form {
  params: RawParams;
  upload: Upload | undefined;
}

/** Parts without a name count too, as each costs more than its bytes. */
export const maxParts = maxNames + 100;
/** Parsing stops after the chunk in which a limit is exceeded. */
const chunkBytes = 64 * 1024;

/** The fields of a form, and the file in its part `file`; other files are ignored. Also throws `UnreadableParameter`. */
export async function readMultipart(contentType: string, body: Buffer): Promise<Form> {
  const { pairs, upload } = await readParts(contentType, body);
  return { params: collect(pairs), upload };
}

interface Parts {
  pairs: [name: string, value: string][];
  upload: Upload | undefined;
}

function readParts(contentType: string, body: Buffer): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const pairs: Parts['pairs'] = [];
    let upload: Upload | undefined;
    let isRefused = false;
    const refuse = (error: Error) => {
      isRefused = true;
      reject(error);
    };
    const malformed = () => refuse(new ApiError('rest_bad_request'));
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fields: maxNames + 1, fieldSize: body.length, parts: maxParts },
      });
      parser.on('field', (name: string | undefined, value) => {
        if (name === undefined) return;
        pairs.push([name, value]);
        if (pairs.length > maxNames) refuse(new UnreadableParameter(rootOfName(name), 'too_many_names'));
      });
      parser.on('partsLimit', malformed);
      parser.on('file', (field, stream, name) => {
        stream.on('error', malformed); // The only report of a form that ends inside a file.
        if (field !== 'file' || upload) return stream.resume();
        const chunks: Buffer[] = [];
        upload = { bytes: Buffer.alloc(0), name: name ?? '' };
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          upload = { bytes: Buffer.concat(chunks), name: name ?? '' };
        });
      });
      parser.on('finish', () => resolve({ pairs, upload }));
      parser.on('error', malformed);
      feed(parser, body, () => isRefused).catch(malformed);
    } catch {
      malformed();
    }
  });
}

async function feed(parser: Writable, body: Buffer, isRefused: () => boolean): Promise<void> {
  for (let at = 0; at < body.length && !isRefused(); at += chunkBytes)
    await new Promise((taken) => parser.write(body.subarray(at, at + chunkBytes), taken));
  if (!isRefused()) parser.end();
}
