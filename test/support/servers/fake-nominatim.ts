// A fake geocoder that records its requests and returns the results that a test sets.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listenLocally } from './listen-locally.ts';

export interface GeocoderRequest {
  path: string;
  query: Readonly<Record<string, string>>;
  headers: IncomingHttpHeaders;
  /** By the clock of the test. */
  atMs: number;
}

/** Ends the response, or lets the caller wait. */
export type Answer = (response: ServerResponse, request: GeocoderRequest) => unknown;

export interface FakeNominatim {
  url: string;
  requests: readonly GeocoderRequest[];
  /** The addresses in the requests. */
  addresses(): string[];
  answer(next: Answer): void;
}

export const found =
  (lat: unknown, lon: unknown): Answer =>
  (response) =>
    response.end(JSON.stringify([{ place_id: 1, lat, lon, display_name: 'There' }]));

export const nothingFound: Answer = (response) => response.end('[]');

export const refused =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

export const silent: Answer = () => undefined;

export async function startFakeNominatim(nowMs: () => number = Date.now): Promise<FakeNominatim> {
  const requests: GeocoderRequest[] = [];
  let answer: Answer = nothingFound;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://geocoder.example');
    const query = Object.fromEntries(url.searchParams);
    const received = { path: url.pathname, query, headers: request.headers, atMs: nowMs() };
    requests.push(received);
    answer(response, received);
  });
  return {
    url: await listenLocally(server),
    requests,
    addresses: () => requests.map(({ query }) => query['q'] ?? ''),
    answer(next) {
      answer = next;
    },
  };
}
