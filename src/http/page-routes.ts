// Pages and files for browsers, beside the interface: what is shown never depends on who asks.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, namesWeakly } from './conditional/entity-tag.ts';
import { type CorsOptions, corsHeaders } from './headers.ts';
import { originOf } from './origin.ts';

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

/** Only for pages without secrets, which these are: compressing those together with what others send is not safe. */
const compress = promisify(gzip);
const worthCompressing = 1400;

export function registerPages(app: FastifyInstance, { routes, front, cors }: PageOptions): void {
  const compressed = new WeakMap<Buffer, Buffer>();
  for (const { path, make } of routes) {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => send(request, reply, await make(requestOf(request)), cors, compressed),
    });
  }
  app.addHook('onRequest', async (request, reply) => {
    if (isForFront(request)) await send(request, reply, front(requestOf(request)), cors, compressed);
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
  cors: CorsOptions,
  compressed: WeakMap<Buffer, Buffer>,
): Promise<void> {
  reply.hijack();
  const isCompressed = page.body.length > worthCompressing && /\bgzip\b/.test(asked['accept-encoding'] ?? '');
  const body = isCompressed ? await compressOnce(page.body, compressed) : page.body;
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
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
  };
  reply.raw.writeHead(isUnchanged ? 304 : (page.status ?? 200), isUnchanged ? headers : { ...headers, ...entity });
  reply.raw.end(isUnchanged || method === 'HEAD' || raw.destroyed ? undefined : body);
}

async function compressOnce(body: Buffer, compressed: WeakMap<Buffer, Buffer>): Promise<Buffer> {
  const known = compressed.get(body) ?? (await compress(body));
  compressed.set(body, known);
  return known;
}
