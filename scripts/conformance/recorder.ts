// A proxy between the runner and the service that compares every response with the OpenAPI document.
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Document,
  type Documentation,
  problemsOfExchange,
  readDocumentation,
} from '../../test/support/documented/documented.ts';

const namespaces = ['calendar/events/v1', 'tribe/events/v1'];

export async function startRecorder(origin: string) {
  const doc = await fetch(`${origin}/${namespaces[0]}/doc`);
  const documentation = readDocumentation((await doc.json()) as Document);
  const problems: string[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const forwarded = send(origin, { method, path: url, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const found = problemsOf(request, reply, Buffer.concat(chunks).toString(), documentation);
        problems.push(...found.map((problem) => `${method} ${url}: ${problem}`));
      });
      response.writeHead(reply.statusCode as number, reply.rawHeaders);
      reply.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** One line for each difference. */
    problems: (): readonly string[] => problems,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function problemsOf(
  { method, url, headers }: IncomingMessage,
  reply: IncomingMessage,
  text: string,
  documentation: Documentation,
): string[] {
  const isJson = /json/.test(reply.headers['content-type'] ?? '') && text !== '';
  const override = headers['x-http-method-override'];
  const exchange = {
    method: method as string,
    url: url as string,
    override: Array.isArray(override) ? override[0] : override,
    reply: { status: reply.statusCode as number, headers: namesOf(reply), body: isJson ? JSON.parse(text) : undefined },
  };
  return problemsOfExchange(exchange, documentation, namespaces);
}

const namesOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
