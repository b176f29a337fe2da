// Every reply of every test is compared with the OpenAPI document of the service that sends it.
import type { FastifyInstance } from 'fastify';
import { locate } from '../../../src/http/request/address.ts';
import {
  type Document,
  type Documentation,
  type Exchange,
  problemsOfExchange,
  readDocumentation,
} from './documented.ts';

/** Throws where a reply is not as documented. */
export type ReplyCheck = (exchange: Exchange) => Promise<void>;

/** Reading a document takes a tenth of a second. By the settings of the service, and the namespace. */
const known = new Map<string, Promise<Documentation>>();
const ofDocument = new Map<string, Documentation>();

const namespaces = ['calendar/events/v1', 'tribe/events/v1', 'wp/v2'] as const;

/** `start` starts a service with these settings whose only work is to show its documents. */
export function createReplyCheck(settings: object, start: () => Promise<FastifyInstance>): ReplyCheck {
  const ofSettings = JSON.stringify(settings);
  return async (exchange) => {
    const relative = { ...exchange, url: exchange.url.replace(/^https?:\/\/[^/]*/, '') };
    const namespace = locate(relative.url, namespaces)?.namespace;
    if (namespace === undefined) return;
    const key = `${namespace} ${ofSettings}`;
    const documentation = known.get(key) ?? readDocument(namespace, start);
    known.set(key, documentation);
    const problems = problemsOfExchange(relative, await documentation, [namespace]);
    if (problems.length > 0)
      throw new Error(`The reply to ${exchange.method} ${exchange.url} is not as documented:\n${problems.join('\n')}`);
  };
}

async function readDocument(namespace: string, start: () => Promise<FastifyInstance>): Promise<Documentation> {
  const app = await start();
  const { body } = await app.inject({ url: `/wp-json/${namespace}/doc`, headers: { host: 'calendar.example' } });
  await app.close();
  const documentation = ofDocument.get(body) ?? readDocumentation(JSON.parse(body) as Document);
  ofDocument.set(body, documentation);
  return documentation;
}
