// A local server to fetch images from, which can also redirect.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from './listen-locally.ts';

export interface ImageHost {
  /** `http://127.0.0.1:4711` */
  origin: string;
  /** `127.0.0.1:4711`, for the list of allowed hosts. */
  host: string;
  port: number;
  /** Requested paths, in order. */
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  /** Number of open connections. */
  connections(): Promise<number>;
}

type Answer =
  | Buffer
  | { redirect: string; status?: number }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** Stops at the end of the test. */
export async function startImageHost(answers: Readonly<Record<string, Answer>>): Promise<ImageHost> {
  const requests: ImageHost['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url as string;
    requests.push({ path, headers: request.headers });
    const answer = answers[path.split('?')[0] as string];
    if (answer === undefined) response.writeHead(404).end('not here');
    else if (typeof answer === 'function') answer(request, response);
    else if (Buffer.isBuffer(answer)) response.writeHead(200, { 'content-type': 'text/plain' }).end(answer);
    else response.writeHead(answer.status ?? 302, { location: answer.redirect, 'set-cookie': 'a=1' }).end();
  });
  const origin = await listenLocally(server);
  const { host, port } = new URL(origin);
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  return { origin, host, port: Number(port), requests, connections };
}

/** Sends an endless body without `Content-Length`. */
export function endless(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'image/png' });
  const chunk = Buffer.alloc(64 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  response.on('error', () => {});
  more();
}

/** Never responds. */
export const silent = (): void => {};
