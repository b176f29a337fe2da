// Stands between the runner and the service, changes nothing, and compares every reply with the service's own document.
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Document,
  type Documentation,
  problemsOfExchange,
  readDocumentation,
} from '../../test/support/documented/documented.ts';

export interface Recorder {
  port: number;
  /** One line for each reply that is not as documented. */
  problems(): readonly string[];
  stop(): Promise<void>;
}

const namespaces = ['calendar/events/v1', 'tribe/events/v1'];

export async function startRecorder(origin: string): Promise<Recorder> {
  const doc = await fetch(`${origin}/${namespaces[0]}/doc`);
  const documentation = readDocumentation((await doc.json()) as Document);
  const problems: string[] = [];
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const passedOn = send(origin, { method, path: url, headers, agent: false }, (reply) => {
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
