// Stands between the runner and the service, changes nothing, and compares every reply with the service's own document.
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import { locate } from '../../src/http/request/address.ts';
import {
  type Document,
  type Documentation,
  type DocumentedRequest,
  readDocumentation,
} from '../../test/support/documented.ts';

export interface Recorder {
  port: number;
  /** One line for each reply that is not as documented. */
  problems(): readonly string[];
  stop(): Promise<void>;
}

const namespaces = ['calendar/events/v1', 'tribe/events/v1'];

export async function startRecorder(service: number): Promise<Recorder> {
  const doc = await fetch(`http://127.0.0.1:${service}/${namespaces[0]}/doc`);
  const documentation = readDocumentation((await doc.json()) as Document);
  const problems: string[] = [];
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const passedOn = send({ host: '127.0.0.1', port: service, method, path: url, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const found = problemsOf(asked, reply, Buffer.concat(chunks).toString(), documentation);
        problems.push(...found.map((problem) => `${method} ${url}: ${problem}`));
      });
      answer.writeHead(reply.statusCode as number, reply.rawHeaders);
      reply.pipe(answer);
    });
    passedOn.on('error', () => answer.destroy());
    asked.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    problems: () => problems,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Enveloped {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

function problemsOf(
  asked: IncomingMessage,
  reply: IncomingMessage,
  text: string,
  documentation: Documentation,
): string[] {
  const address = locate(asked.url as string, namespaces);
  // What OPTIONS answers is the same everywhere, and told in words.
  if (!address || asked.method === 'OPTIONS') return [];
  const query = parseQuery(address.query);
  const request = { method: methodOf(asked, query), path: address.path };
  const isJson = /json/.test(reply.headers['content-type'] ?? '') && text !== '';
  const shown = {
    status: reply.statusCode as number,
    headers: namesOf(reply),
    body: isJson ? JSON.parse(text) : undefined,
  };
  const isPartial = Object.keys(query).some((name) => /^_fields(?:\[\])?$/.test(name));
  if (!documentation.knows(request)) return problemsOfNowhere(shown, documentation);
  if (!('_envelope' in query)) return documentation.problemsOf(request, shown, isPartial);
  const { status, body } = shown.body as Enveloped;
  return documentation.problemsOf(request, { status, headers: {}, body }, isPartial);
}

/** An address or method that is not in the document may only be refused. */
function problemsOfNowhere(
  { status, body }: { status: number; body: unknown },
  documentation: Documentation,
): string[] {
  if (body === undefined) return status >= 400 ? [] : [`${status} without an operation`];
  const { body: inner = body } = body as { body?: unknown };
  return documentation.problemsWith('Error', inner);
}

const namesOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function methodOf(
  { method, headers }: IncomingMessage,
  query: ReturnType<typeof parseQuery>,
): DocumentedRequest['method'] {
  const meant =
    method === 'POST' ? [query['_method'] || headers['x-http-method-override'] || 'POST'].flat()[0] : method;
  return meant?.toUpperCase() as DocumentedRequest['method'];
}
