// Compares every reply of every test with the OpenAPI document of the service.
import type { FastifyInstance } from 'fastify';
import { locate } from '../../../src/http/request/api-url.ts';
import {
  type Document,
  type Documentation,
  type Exchange,
  problemsOfExchange,
  readDocumentation,
} from './documented.ts';

/** Throws if the reply differs from the document. */
export type ReplyCheck = (exchange: Exchange) => Promise<void>;

/** By settings and namespace: reading a document takes a tenth of a second. */
const documentations = new Map<string, Promise<Documentation>>();
const byText = new Map<string, Documentation>();

const namespaces = ['calendar/events/v1', 'tribe/events/v1', 'wp/v2'] as const;

/** `start` starts a service with these settings to read its documents from. */
export function createReplyCheck(settings: object, start: () => Promise<FastifyInstance>): ReplyCheck {
  const settingsKey = JSON.stringify(settings);
  return async (exchange) => {
    const relative = { ...exchange, url: exchange.url.replace(/^https?:\/\/[^/]*/, '') };
    const namespace = locate(relative.url, namespaces)?.namespace;
    if (namespace === undefined) return;
    const key = `${namespace} ${settingsKey}`;
    const documentation = documentations.get(key) ?? readDocument(namespace, start);
    documentations.set(key, documentation);
    const problems = problemsOfExchange(relative, await documentation, [namespace]);
    if (problems.length > 0)
      throw new Error(`The reply to ${exchange.method} ${exchange.url} is not as documented:\n${problems.join('\n')}`);
  };
}

async function readDocument(namespace: string, start: () => Promise<FastifyInstance>): Promise<Documentation> {
  const app = await start();
  const { body } = await app.inject({ url: `/wp-json/${namespace}/doc`, headers: { host: 'calendar.example' } });
  await app.close();
  const documentation = byText.get(body) ?? readDocumentation(JSON.parse(body) as Document);
  byText.set(body, documentation);
  return documentation;
}
