// Forms in parts, as browsers send files (RFC 7578).
import type { Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { ApiError } from '../../core/api-error.ts';
import { collect, maxNames, type RawParams, rootOfName, UnreadableParameter } from '../params/raw.ts';

/** A file as it was sent; its name is the sender's word and nothing else. */
export interface Upload {
  bytes: Buffer;
  name: string;
}

export interface Form {
  params: RawParams;
  upload: Upload | undefined;
}

const mostFiles = 10;
/** Parts without a name count too: each costs more than its few bytes. */
export const mostParts = maxNames + 100;
/** Nothing is read behind the one in which a limit is reached. */
const pieceBytes = 64 * 1024;

/** Fields of a form, and the file in its part `file`; other files are passed over. Throws `UnreadableParameter` too. */
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
        limits: { fields: maxNames + 1, fieldSize: body.length, files: mostFiles, parts: mostParts },
      });
      parser.on('field', (name: string | undefined, value) => {
        if (name === undefined) return;
        pairs.push([name, value]);
        if (pairs.length > maxNames) refuse(new UnreadableParameter(rootOfName(name), 'too_many_names'));
      });
      parser.on('partsLimit', malformed);
      parser.on('file', (field, stream, name) => {
        stream.on('error', malformed); // The end of the form within a file comes here, and only here.
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
  for (let at = 0; at < body.length && !isRefused(); at += pieceBytes)
    await new Promise((taken) => parser.write(body.subarray(at, at + pieceBytes), taken));
  if (!isRefused()) parser.end();
}
