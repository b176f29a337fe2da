// Pages and files for browsers, beside the interface: what is shown never depends on who asks.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, namesWeakly } from './conditional/entity-tag.ts';
import { type Coding, isWorthPacking, pack } from './content-coding.ts';
import { type CorsOptions, corsHeaders } from './headers.ts';
import { originOf } from './origin.ts';
import { createCodingReader } from './packed-reply.ts';

export interface Page {
  status?: number;
  type: string;
  body: Buffer;
  headers?: Readonly<Record<string, string>>;
}

export interface PageRequest {
  /** Scheme and host as the caller used them. */
  origin: string;
  /** Path and query, still percent-encoded. */
  url: string;
}

export interface PageRoute {
  path: string;
  make(request: PageRequest): Page | Promise<Page>;
}

export interface PageOptions {
  routes: readonly PageRoute[];
  /** Answers a browser that asks for the address of the site itself. */
  front(request: PageRequest): Page;
  cors: CorsOptions;
}

interface Sending {
  cors: CorsOptions;
  codingOf: ReturnType<typeof createCodingReader>;
  /** Each body in each coding, packed once. */
  packed: WeakMap<Buffer, Partial<Record<Coding, Promise<Buffer>>>>;
}

export function registerPages(app: FastifyInstance, { routes, front, cors }: PageOptions): void {
  const sending: Sending = { cors, codingOf: createCodingReader(), packed: new WeakMap() };
  for (const { path, make } of routes) {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => send(request, reply, await make(requestOf(request)), sending),
    });
  }
  app.addHook('onRequest', async (request, reply) => {
    if (isForFront(request)) await send(request, reply, front(requestOf(request)), sending);
  });
}

const requestOf = (request: FastifyRequest): PageRequest => ({
  origin: originOf(request.protocol, request.host),
  url: request.raw.url as string,
});

/** Programs that ask for `/` get the index as JSON. */
function isForFront({ method, raw, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return /^\/(?:$|\?(?!.*rest_route=))/.test(raw.url as string) && /\btext\/html\b/.test(headers.accept ?? '');
}

async function send(
  { method, headers: asked, raw }: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { cors, codingOf, packed }: Sending,
): Promise<void> {
  reply.hijack();
  const isWorth = isWorthPacking(page.body.length, { 'content-type': page.type });
  const coding = isWorth ? codingOf(asked['accept-encoding'] as string | undefined) : undefined;
  const body = coding ? await packOnce(coding, page.body, packed) : page.body;
  // Strong tags differ where the bytes do.
  const etag = entityTag(body);
  const headers = {
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...corsHeaders(cors, asked.origin),
    ...page.headers,
    etag,
    vary: 'Accept, Accept-Encoding, Origin',
  };
  const tags = asked['if-none-match'];
  const isUnchanged = page.status === undefined && tags !== undefined && namesWeakly(tags, etag);
  const entity = {
    'content-type': page.type,
    'content-length': String(body.length),
    ...(coding ? { 'content-encoding': coding } : {}),
  };
  reply.raw.writeHead(isUnchanged ? 304 : (page.status ?? 200), isUnchanged ? headers : { ...headers, ...entity });
  reply.raw.end(isUnchanged || method === 'HEAD' || raw.destroyed ? undefined : body);
}

/** Safe for pages without secrets, which these are. */
function packOnce(coding: Coding, body: Buffer, packed: Sending['packed']): Promise<Buffer> {
  const known = packed.get(body) ?? {};
  packed.set(body, known);
  known[coding] ??= pack(coding, body);
  return known[coding];
}
