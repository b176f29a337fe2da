// Pages and files for browsers, the same for every caller.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, matchesWeakly } from '../conditional/validators.ts';
import { folderOf, originOf } from '../request/site-url.ts';
import { type Coding, codingFor, compress, isWorthCompressing } from '../response/content-coding.ts';
import { type CorsOptions, corsHeaders } from '../response/headers.ts';

export interface Page {
  status?: number;
  type: string;
  body: Buffer;
  headers?: Readonly<Record<string, string>>;
}

export interface PageRequest {
  /** Scheme and host as the caller used them, and the folder of the site. */
  origin: string;
  /** Values of the route's placeholders. */
  params: Readonly<Record<string, string>>;
}

export interface PageRoute {
  path: string;
  /** `undefined` for a 404. */
  make(request: PageRequest): Page | undefined | Promise<Page | undefined>;
}

export interface PageOptions {
  routes: readonly PageRoute[];
  cors: CorsOptions;
  siteUrl: string | undefined;
}

interface Sending {
  cors: CorsOptions;
  /** Each body is compressed once. */
  compressed: WeakMap<Buffer, Partial<Record<Coding, Promise<Buffer>>>>;
}

export function registerPages(app: FastifyInstance, { routes, cors, siteUrl }: PageOptions): void {
  const sending: Sending = { cors, compressed: new WeakMap() };
  const folder = folderOf(siteUrl);
  for (const { path, make } of routes) {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      async handler(request, reply) {
        const origin = originOf(request.protocol, request.host) + folder;
        const page = await make({ origin, params: request.params as PageRequest['params'] });
        if (!page) return reply.callNotFound();
        await send(request, reply, page, sending);
        return reply;
      },
    });
  }
}

/** A relative redirect, because a proxy may prepend a path. */
export const redirectTo = (location: string): Page => ({
  status: 308,
  type: 'text/plain',
  body: Buffer.alloc(0),
  headers: { location },
});

async function send(
  { method, headers: requested, raw }: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { cors, compressed }: Sending,
): Promise<void> {
  reply.hijack();
  const isCompressible = isWorthCompressing(page.body.length, { 'content-type': page.type });
  const coding = isCompressible ? codingFor(requested['accept-encoding']) : undefined;
  const body = coding ? await compressOnce(coding, page.body, compressed) : page.body;
  // Strong tags differ where the bytes do.
  const etag = entityTag(body);
  const headers = {
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...corsHeaders(cors, requested.origin),
    ...page.headers,
    etag,
    vary: 'Accept, Accept-Encoding, Origin',
  };
  const tags = requested['if-none-match'];
  const isUnchanged = page.status === undefined && tags !== undefined && matchesWeakly(tags, etag);
  const entity = {
    'content-type': page.type,
    'content-length': String(body.length),
    ...(coding ? { 'content-encoding': coding } : {}),
  };
  reply.raw.writeHead(isUnchanged ? 304 : (page.status ?? 200), isUnchanged ? headers : { ...headers, ...entity });
  reply.raw.end(isUnchanged || method === 'HEAD' || raw.destroyed ? undefined : body);
}

function compressOnce(coding: Coding, body: Buffer, compressed: Sending['compressed']): Promise<Buffer> {
  const codings = compressed.get(body) ?? {};
  compressed.set(body, codings);
  codings[coding] ??= compress(coding, body);
  return codings[coding];
}
