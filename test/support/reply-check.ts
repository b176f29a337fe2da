// Every reply of every test is compared with the OpenAPI document of the service that sends it.
import type { FastifyInstance } from 'fastify';
import {
  type Document,
  type Documentation,
  type Exchange,
  problemsOfExchange,
  readDocumentation,
} from './documented.ts';

/** Throws where a reply is not as documented. */
export type ReplyCheck = (exchange: Exchange) => Promise<void>;

interface Interface {
  namespaces: readonly string[];
  documentation: Documentation;
}

/** By the settings of a service: documents and their validators take half a second to read. */
const known = new Map<string, Promise<Interface[]>>();
const ofDocument = new Map<string, Documentation>();

/** `start` starts a service with these settings whose only work is to show its documents. */
export function createReplyCheck(settings: object, start: () => Promise<FastifyInstance>): ReplyCheck {
  const key = JSON.stringify(settings);
  return async (exchange) => {
    const interfaces = known.get(key) ?? readInterfaces(start);
    known.set(key, interfaces);
    const relative = { ...exchange, url: exchange.url.replace(/^https?:\/\/[^/]*/, '') };
    const problems = (await interfaces).flatMap(({ documentation, namespaces }) =>
      problemsOfExchange(relative, documentation, namespaces),
    );
    if (problems.length > 0)
      throw new Error(`The reply to ${exchange.method} ${exchange.url} is not as documented:\n${problems.join('\n')}`);
  };
}

async function readInterfaces(start: () => Promise<FastifyInstance>): Promise<Interface[]> {
  const app = await start();
  const read = async (...namespaces: string[]): Promise<Interface> => {
    const { body } = await app.inject({ url: `/wp-json/${namespaces[0]}/doc`, headers: { host: 'calendar.example' } });
    const documentation = ofDocument.get(body) ?? readDocumentation(JSON.parse(body) as Document);
    ofDocument.set(body, documentation);
    return { namespaces, documentation };
  };
  const interfaces = [await read('calendar/events/v1', 'tribe/events/v1'), await read('wp/v2')];
  await app.close();
  return interfaces;
}
