import type { TestApp } from '../test-app.ts';
import { readReply, type TestReply } from '../test-request.ts';

type User = 'admin' | 'ed' | 'ann' | 'con' | 'sub';

interface Sent {
  as?: User | null;
  headers?: Readonly<Record<string, string>>;
  query?: string;
  app: TestApp;
}

export interface ShownMedium {
  id: number;
  author: number;
  title: string;
  alt_text: string;
  url: string;
  extension: string;
  mime_type: string;
  width: number;
  height: number;
  filesize: number;
  sizes?: Record<string, { width: number; height: number; 'mime-type': string; filesize: number; url: string }>;
  language: string;
  translations: string[];
  [member: string]: unknown;
}

/** `POST /media` with the file as the body itself. */
export const uploadRaw = (
  file: Buffer,
  { app, as = 'ann', headers = {}, query = '' }: Sent,
): Promise<TestReply<ShownMedium>> =>
  post(app, `/media${query === '' ? '' : `?${query}`}`, file, as, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="Summer Fête.jpeg"',
    ...headers,
  });

/** `POST /media` with a form, as browsers send it. */
export function uploadForm(
  parts: readonly FormPart[],
  { app, as = 'ann', headers = {} }: Sent,
): Promise<TestReply<ShownMedium>> {
  const boundary = '----kalends';
  return post(app, '/media', formBody(parts, boundary), as, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...headers,
  });
}

export interface FormPart {
  name: string;
  value: string | Buffer;
  filename?: string;
}

function formBody(parts: readonly FormPart[], boundary: string): Buffer {
  const pieces = parts.flatMap(({ name, value, filename }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: image/png`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

async function post(
  { app, passwords, checkReply }: TestApp,
  path: string,
  payload: Buffer,
  as: User | null,
  headers: Readonly<Record<string, string>>,
): Promise<TestReply<ShownMedium>> {
  const authorization = as
    ? { authorization: `Basic ${Buffer.from(`${as}:${passwords[as]}`).toString('base64')}` }
    : {};
  const url = `http://calendar.example/wp-json/calendar/events/v1${path}`;
  const injected = await app.inject({
    method: 'POST',
    url,
    headers: { host: 'calendar.example', ...authorization, ...headers },
    payload,
  });
  const reply = readReply<ShownMedium>(injected);
  await checkReply({ method: 'POST', url, reply });
  return reply;
}

/** A file as it is served. */
export async function download(
  { app }: TestApp,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const reply = await app.inject({ method, url, headers: { host: 'calendar.example', ...headers } });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
}
