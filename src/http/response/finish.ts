import { anonymous } from '../../core/roles.ts';
import { entityTagOf } from '../conditional/entity-tag.ts';
import { joinLinks } from '../discovery.ts';
import { type Raw, Repeated, scalarOf } from '../params/raw.ts';
import type { IncomingRequest, OutgoingReply } from '../pipeline.ts';
import { isRead } from '../request/methods.ts';
import type { RequestState } from '../request-context.ts';
import type { Reply } from '../route.ts';
import { asWritten } from './header-names.ts';
import { selectFields } from './select-fields.ts';

/** What every reply has besides its body, and which part of the body was asked for. */
export function finish(reply: Reply, state: RequestState, request: IncomingRequest): OutgoingReply {
  const signedIn = state.caller !== anonymous || request.authorization !== undefined;
  const headers: Record<string, string> = {
    'content-language': languageOf(reply) ?? state.language,
    ...state.headers,
    ...reply.headers,
    link: joinLinks(reply.headers?.['link'], state.headers['link']),
  };
  const secret = signedIn || state.params.has('password');
  headers['cache-control'] = secret ? 'private, no-store' : 'no-cache';
  const isShown = reply.status === 200 && isRead(request);
  const keepable = isShown && !secret && !state.uncacheable && request.method === 'GET';
  const read = isShown
    ? { read: { userId: state.caller.userId, modified: reply.modified, digest: reply.digest } }
    : tagOf(reply);
  if (Buffer.isBuffer(reply.body)) return { status: reply.status, headers, body: reply.body, keepable, ...read };
  const fields = fieldNames(state.params.get('_fields'));
  const body = fields && reply.status < 400 ? selectFields(reply.body, fields) : reply.body;
  if (!state.params.has('_envelope')) return { status: reply.status, headers, body, keepable, ...read };
  const inside = isShown ? { ...headers, etag: entityTagOf(body) } : headers;
  return { status: 200, headers, body: { body, status: reply.status, headers: asWritten(inside) }, keepable, ...read };
}

const tagOf = ({ tagBytes }: Reply): { tagBytes?: number } => (tagBytes === undefined ? {} : { tagBytes });

/** The names in `_fields`, `undefined` where all is wanted. */
export function fieldNames(raw: Raw | undefined): string[] | undefined {
  const sent = raw instanceof Repeated ? raw.values : raw;
  const value = sent === undefined ? undefined : Array.isArray(sent) ? namesIn(sent) : scalarOf(sent);
  const names =
    typeof value === 'string'
      ? value
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
      : [];
  return names.length > 0 ? names : undefined;
}

/** A list in JSON may hold anything, such as what cannot become text. */
const namesIn = (list: readonly Raw[]): string => list.filter((member) => typeof member === 'string').join(',');

/** A single record tells the language of its text, also one that is gone; lists and errors come in the selected one. */
function languageOf({ body, status }: Reply): string | undefined {
  const record = (status < 400 ? body : {}) as { language?: unknown; previous?: { language?: unknown } };
  const language = record.language ?? record.previous?.language;
  return typeof language === 'string' ? language : undefined;
}
