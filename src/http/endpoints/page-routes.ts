// Pages and files for browsers; they are the same for every caller.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, parseLanguage } from '../../core/languages.ts';
import { entityTag, namesWeakly } from '../conditional/entity-tag.ts';
import { isRead } from '../request/methods.ts';
import { originOf } from '../request/origin.ts';
import { type Coding, compress, isWorthCompressing } from '../response/content-coding.ts';
import { type CorsOptions, corsHeaders } from '../response/headers.ts';
import { createCodingReader } from '../response/response.ts';

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
  /** Of the route's path. */
  params: Readonly<Record<string, string>>;
}

export interface PageRoute {
  path: string;
  /** Undefined where there is no such page. */
  make(request: PageRequest): Page | undefined | Promise<Page | undefined>;
}

export interface PageOptions {
  routes: readonly PageRoute[];
  /** The page for browsers at the site's own address, or at that of one of its languages. */
  front(request: PageRequest, language: Language | undefined): Promise<Page>;
  cors: CorsOptions;
}

interface Sending {
  cors: CorsOptions;
  codingOf: ReturnType<typeof createCodingReader>;
  /** Bodies that are served many times are compressed once. */
  compressed: WeakMap<Buffer, Partial<Record<Coding, Promise<Buffer>>>>;
}

export function registerPages(app: FastifyInstance, { routes, front, cors }: PageOptions): void {
  const sending: Sending = { cors, codingOf: createCodingReader(), compressed: new WeakMap() };
  for (const { path, make } of routes) {
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      async handler(request, reply) {
        const page = await make(requestOf(request));
        if (!page) return reply.callNotFound();
        await send(request, reply, page, sending);
        return reply;
      },
    });
  }
  app.addHook('onRequest', async (request, reply) => {
    const place = frontPlace(request);
    if (place === undefined) return;
    const { language, query } = place;
    const page = place.isWhole ? await front(requestOf(request), language) : movedTo(`${language}/${query}`);
    await send(request, reply, page, sending);
  });
}

const requestOf = (request: FastifyRequest): PageRequest => ({
  origin: originOf(request.protocol, request.host),
  url: request.raw.url as string,
  params: (request.params ?? {}) as Record<string, string>,
});

interface FrontPlace {
  language: Language | undefined;
  /** Without the slash at its end the addresses on the page would lead out of the language. */
  isWhole: boolean;
  query: string;
}

/** Clients that do not accept HTML get the index as JSON at `/`. */
function frontPlace({ method, raw, headers }: FastifyRequest): FrontPlace | undefined {
  if (!isRead({ method })) return undefined;
  if (!/\btext\/html\b/.test(headers.accept ?? '')) return undefined;
  const found = /^\/(?:([a-z-]+)(\/?))?(\?(?!.*rest_route=).*)?$/i.exec(raw.url as string);
  if (found === null) return undefined;
  const [, segment, slash, query = ''] = found;
  const language = segment === undefined ? undefined : parseLanguage(segment);
  if (segment !== undefined && language === undefined) return undefined;
  return { language, isWhole: segment === undefined || slash === '/', query };
}

/** A relative redirect, because a proxy may prepend a path. */
export const movedTo = (location: string): Page => ({
  status: 308,
  type: 'text/plain',
  body: Buffer.alloc(0),
  headers: { location },
});

async function send(
  { method, headers: asked, raw }: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { cors, codingOf, compressed }: Sending,
): Promise<void> {
  reply.hijack();
  const isWorth = isWorthCompressing(page.body.length, { 'content-type': page.type });
  const coding = isWorth ? codingOf(asked['accept-encoding'] as string | undefined) : undefined;
  const body = coding ? await compressOnce(coding, page.body, compressed) : page.body;
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

function compressOnce(coding: Coding, body: Buffer, compressed: Sending['compressed']): Promise<Buffer> {
  const known = compressed.get(body) ?? {};
  compressed.set(body, known);
  known[coding] ??= compress(coding, body);
  return known[coding];
}
