// A fake S3 service with the operations that images need: objects by path, ranges, pages of a list. Signatures are
// checked against the published rules (AWS Signature Version 4), not against the client under test.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from './listen-locally.ts';

export const s3Credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret/with+signs=', region: 'test-1' };

export const bucketSettings = (endpoint: string) => ({
  KALENDS_S3_ENDPOINT: endpoint,
  KALENDS_S3_BUCKET: 'pictures',
  KALENDS_S3_REGION: s3Credentials.region,
  KALENDS_S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
  KALENDS_S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
});

export interface S3Server {
  endpoint: string;
  objects: Map<string, { bytes: Buffer; type: string | undefined }>;
  /** Ignores `Range` and sends the whole object, as some services do. */
  ignoresRanges: boolean;
  /** Status of the response to every request, or `reset` to close the connection, if set. */
  failWith: number | 'reset' | undefined;
  /** Requests that still fail with it. */
  failuresLeft: number;
  /** Sent with the status. */
  retryAfter: string | undefined;
  /** Never responds. */
  isSilent: boolean;
  /** Closes the connection after half of an object. */
  breaksOff: boolean;
  /** Objects may be listed but not read. */
  deniesReading: boolean;
}

const pageSize = 3;

export async function startS3Server(bucket: string): Promise<S3Server> {
  const failures = { failWith: undefined, failuresLeft: Number.POSITIVE_INFINITY, retryAfter: undefined };
  const switches = { ignoresRanges: false, isSilent: false, breaksOff: false, deniesReading: false, ...failures };
  const state: S3Server = { endpoint: '', objects: new Map(), ...switches };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (state.isSilent) return;
    if (state.failWith !== undefined && state.failuresLeft > 0) {
      state.failuresLeft -= 1;
      if (state.failWith === 'reset') return void response.destroy();
      if (state.retryAfter !== undefined) response.setHeader('retry-after', state.retryAfter);
      return fail(response, state.failWith, 'InternalError');
    }
    const problem = signatureProblem(request, body);
    if (problem) return fail(response, 403, problem);
    const url = new URL(request.url as string, 'http://s3');
    const [, first, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (first !== bucket) return fail(response, 404, 'NoSuchBucket');
    if (rest.length === 0) return list(state, url.searchParams, response);
    if (state.deniesReading && request.method === 'GET') return fail(response, 403, 'AccessDenied');
    serve(state, rest.join('/'), request, body, response);
  });
  state.endpoint = await listenLocally(server);
  return state;
}

function serve(
  { objects, ignoresRanges, breaksOff }: S3Server,
  key: string,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, type: request.headers['content-type'] });
    response.writeHead(200).end();
    return;
  }
  const found = objects.get(key);
  if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  if (!found) {
    fail(response, 404, 'NoSuchKey');
    return;
  }
  if (breaksOff) {
    response.writeHead(200, { 'content-length': found.bytes.length });
    response.write(found.bytes.subarray(0, found.bytes.length / 2), () => response.destroy());
    return;
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || ignoresRanges) {
    response.writeHead(200).end(found.bytes);
    return;
  }
  const part = found.bytes.subarray(Number(first), Number(last) + 1);
  response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${found.bytes.length}` }).end(part);
}

function list({ objects }: S3Server, query: URLSearchParams, response: ServerResponse): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const contents = page.map((key) => {
    const size = objects.get(key)?.bytes.length;
    return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>2027-03-01T12:00:00.000Z</LastModified><Size>${size}</Size></Contents>`;
  });
  const more = keys.length > page.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The rules of "Signature Version 4", with the header form. */
function signatureProblem(request: IncomingMessage, body: Buffer): string | undefined {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, keyId, day, region, names, signature] = pattern.exec(request.headers.authorization ?? '') ?? [];
  if (keyId !== s3Credentials.accessKeyId || !day || !region || !names) return 'InvalidAccessKeyId';
  const sentHash = String(request.headers['x-amz-content-sha256']);
  if (sentHash !== 'UNSIGNED-PAYLOAD' && sentHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url as string, 'http://s3');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const path = decodeURIComponent(url.pathname).split('/').map(encode).join('/');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, path, query, headers.join(''), names, sentHash].join('\n');
  const time = String(request.headers['x-amz-date']);
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${s3Credentials.secretAccessKey}`);
  if (region !== s3Credentials.region || !time.startsWith(day)) return 'AuthorizationHeaderMalformed';
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
