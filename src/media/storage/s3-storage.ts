// Stores images in an S3-compatible bucket, with path-style URLs.
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { decodeXML } from 'entities';
import type { ApiError } from '../../core/api-error.ts';
import type { ByteRange } from '../../http/endpoints/file-routes.ts';
import { createS3Requests, forVisitors, type S3Retrying, type S3Settings, type Send } from './s3-requests.ts';
import { assertKey, type MediaStorage, type StoredFile, storageUnavailable } from './storage.ts';

export function createS3Storage(settings: S3Settings, retrying: S3Retrying = forVisitors): MediaStorage {
  const { prefix } = settings;
  const { send, open } = createS3Requests(settings, retrying);
  const object = (key: string): string => {
    assertKey(key);
    return `/${encodePath(prefix + key)}`;
  };
  return {
    put: async (key, bytes, mimeType) => {
      const headers = { 'content-type': mimeType, 'x-amz-content-sha256': hash('sha256', bytes) };
      const response = await send(object(key), { method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> });
      await assertDone(response);
    },
    read: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const response = await open(object(key), { headers });
      if (response.status === 404) return assertMissing(response);
      if (!response.ok || response.body === null) throw await failure(response);
      const bytes = Readable.fromWeb(response.body as ReadableStream);
      // A server may ignore the range and return the whole file (RFC 9110, 14.2).
      return range && response.status !== 206 ? Readable.from(partOf(bytes, range)) : bytes;
    },
    remove: async (key) => {
      const response = await send(object(key), { method: 'DELETE' });
      await (response.status === 404 ? assertMissing(response) : assertDone(response));
    },
    list: () => allObjects(send, prefix),
  };
}

async function* allObjects(send: Send, prefix: string): AsyncIterable<StoredFile> {
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix });
    if (token !== undefined) query.set('continuation-token', token);
    const response = await send(`?${query.toString().replaceAll('+', '%20')}`, {});
    if (!response.ok) throw await failure(response);
    const page = readListing(await response.text());
    for (const { key, ...rest } of page.files) {
      if (key !== prefix) yield { key: key.slice(prefix.length), ...rest };
    }
    token = page.next;
  } while (token !== undefined);
}

/** The needed parts of a ListObjectsV2 response, in any order; `next` is the token for another page. */
function readListing(xml: string): { files: StoredFile[]; next: string | undefined } {
  const files = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, contents]) => ({
    key: member(contents as string, 'Key') ?? '',
    size: Number(member(contents as string, 'Size') ?? 0),
    modifiedAt: Math.floor(Date.parse(member(contents as string, 'LastModified') ?? '') / 1000),
  }));
  const isCut = member(xml, 'IsTruncated') === 'true';
  return { files, next: isCut ? member(xml, 'NextContinuationToken') : undefined };
}

const member = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? undefined : decodeXML(text);
};

async function* partOf(bytes: Readable, { start, end }: ByteRange): AsyncIterable<Buffer> {
  let at = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (part.length > 0) yield part;
    at += chunk.length;
    if (at > end) return;
  }
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

async function assertDone(response: Response): Promise<void> {
  if (!response.ok) throw await failure(response);
  // An unread body would block its connection.
  await response.arrayBuffer();
}

/** A 404 may also be about the bucket, or from another program. */
async function assertMissing(response: Response): Promise<undefined> {
  const code = await errorCode(response);
  if (code !== 'NoSuchKey') throw failed(response, code);
}

const failure = async (response: Response): Promise<ApiError> => failed(response, await errorCode(response));

const failed = ({ status }: Response, code = 'no code'): ApiError =>
  storageUnavailable(new Error(`the object storage answered ${status} (${code})`));

async function errorCode(response: Response): Promise<string | undefined> {
  const text = await response.text().catch(() => '');
  return /<Code>([\w.]{1,100})<\/Code>/.exec(text)?.[1];
}
