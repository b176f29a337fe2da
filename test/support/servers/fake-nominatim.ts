// A fake geocoder with the results that a test sets, which records its requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Question {
  path: string;
  query: Readonly<Record<string, string>>;
  headers: IncomingHttpHeaders;
  /** By the clock of the test. */
  atMs: number;
}

/** Ends the response, or leaves the caller waiting. */
export type Answer = (response: ServerResponse, question: Question) => unknown;

export interface FakeNominatim {
  url: string;
  questions: readonly Question[];
  /** The addresses asked for. */
  asked(): string[];
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
  const questions: Question[] = [];
  let answer: Answer = nothingFound;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://geocoder.example');
    const query = Object.fromEntries(url.searchParams);
    const question = { path: url.pathname, query, headers: request.headers, atMs: nowMs() };
    questions.push(question);
    answer(response, question);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    asked: () => questions.map(({ query }) => query['q'] ?? ''),
    answer(next) {
      answer = next;
    },
  };
}
