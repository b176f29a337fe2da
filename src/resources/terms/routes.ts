// Routes of both vocabularies; categories/ and tags/ only say which.

import { ApiError } from '../../core/api-error.ts';
import { mayWriteTerms } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { everybody, type Method, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { externalIdIn, findByExternalId } from '../records/external-ids.ts';
import { created, done, refused } from '../records/replies.ts';
import type { IsEventReadable } from '../records/scope.ts';
import { answerWrite, changed, createdBelow, newestOf, type Shown } from '../records/write/hooks.ts';
import { putByExternalId } from '../records/write/put-by-external-id.ts';
import type { TermLists } from './filters.ts';
import { listRoute } from './list.ts';
import { presentTerm } from './present.ts';
import { termReplies } from './reply-schemas.ts';
import { categoryPaths } from './repository-tree.ts';
import { categoryFields, categoryUpdateFields, termFields, termUpdateFields } from './schemas.ts';
import {
  changeTerm,
  createTerm,
  getTerm,
  removeTerm,
  removeTermTranslation,
  type TermWriteScope,
  type Vocabulary,
} from './service.ts';
import type { Term, TermKind } from './types.ts';

export interface TermRoutesOptions extends Vocabulary, TermLists {
  maxPerPage: number;
  /** Whether the caller may read the event and whom it is linked to. */
  isEventReadable: IsEventReadable;
}

export function termRoutes(options: TermRoutesOptions): Route[] {
  const { plural } = options.kind;
  return [
    listRoute(options),
    createRoute(options),
    ...itemRoutes(`/${plural}/{id}`, options),
    ...externalIdRoutes(`/${plural}/by-external-id/{external_id}`, options),
    translationRoute(options),
  ];
}

const fieldsOf = ({ hierarchical }: TermKind) => (hierarchical ? categoryFields : termFields);
const updateFieldsOf = ({ hierarchical }: TermKind) => (hierarchical ? categoryUpdateFields : termUpdateFields);

const misplaced = ({ hierarchical }: TermKind) => (hierarchical ? [] : (['rest_taxonomy_not_hierarchical'] as const));

const guarded = ({ taxonomy, noun }: TermKind) => ({
  tag: noun,
  allowed: (caller: RequestContext['caller']) => mayWriteTerms(caller, taxonomy),
});

function createRoute(options: TermRoutesOptions): Route {
  const { kind } = options;
  const { taxonomy, plural, noun } = kind;
  const fields = fieldsOf(kind);
  return {
    ...guarded(kind),
    method: 'POST',
    path: `/${plural}`,
    operationId: `create${noun}`,
    summary: `Create a ${noun.toLowerCase()}`,
    params: fields,
    replies: [created(termReplies[taxonomy].one), ...refused('term_exists', 'external-id-exists', ...misplaced(kind))],
    async handle(context) {
      const read = readParams(fields, context.params, context);
      return answer(context, kind, createdBelow(`/${plural}`, context), (scope) => createTerm(options, read, scope));
    },
  };
}

function itemRoutes(path: string, options: TermRoutesOptions): Route[] {
  const { kind } = options;
  const { taxonomy, noun, notFound } = kind;
  const fields = updateFieldsOf(kind);
  const update = (method: Method): Route => ({
    ...guarded(kind),
    method,
    path,
    operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}${noun}`,
    summary: `Update a ${noun.toLowerCase()}`,
    params: fields,
    replies: [
      done(termReplies[taxonomy].one),
      ...refused(notFound, 'duplicate_term_slug', 'external-id-exists', ...misplaced(kind)),
    ],
    async handle(context) {
      const read = readParams(fields, context.params, context);
      const id = context.path.id as number;
      return answer(context, kind, changed, (scope) => changeTerm(options, id, read, scope));
    },
  });
  return [readRoute(path, '', options), update('POST'), update('PUT'), update('PATCH'), removeRoute(path, '', options)];
}

function externalIdRoutes(path: string, options: TermRoutesOptions): Route[] {
  return [
    readRoute(path, 'ByExternalId', options),
    putRoute(path, options),
    removeRoute(path, 'ByExternalId', options),
  ];
}

function readRoute(path: string, suffix: string, { store, kind }: TermRoutesOptions): Route {
  const { taxonomy, noun, notFound } = kind;
  return {
    method: 'GET',
    path,
    operationId: `get${noun}${suffix}`,
    summary: `Read a ${noun.toLowerCase()}`,
    tag: noun,
    params: {},
    allowed: everybody,
    replies: [done(termReplies[taxonomy].one), ...refused(notFound)],
    async handle(context) {
      const id = await idIn(store.reader, kind, context);
      const term = await getTerm(store.reader, kind, id, context);
      return { status: 200, ...(await showTerm(store.reader, term, context)).read() };
    },
  };
}

function removeRoute(path: string, suffix: string, options: TermRoutesOptions): Route {
  const { store, kind } = options;
  const { taxonomy, noun, notFound } = kind;
  return {
    ...guarded(kind),
    method: 'DELETE',
    path,
    operationId: `delete${noun}${suffix}`,
    summary: `Delete a ${noun.toLowerCase()}, for good`,
    params: {},
    replies: [done(termReplies[taxonomy].one), ...refused(notFound)],
    async handle(context) {
      const id = await idIn(store.reader, kind, context);
      return answer(context, kind, deleted, (scope) => removeTerm(options, id, scope));
    },
  };
}

function putRoute(path: string, options: TermRoutesOptions): Route {
  const { store, kind } = options;
  const { taxonomy, plural, noun } = kind;
  return {
    ...guarded(kind),
    method: 'PUT',
    path,
    operationId: `put${noun}ByExternalId`,
    summary: `Create the ${noun.toLowerCase()} with this external id, or update it; only the fields sent change then`,
    params: updateFieldsOf(kind),
    replies: [
      done(termReplies[taxonomy].one),
      created(termReplies[taxonomy].one),
      ...refused(
        'term_exists',
        'duplicate_term_slug',
        'external-id-exists',
        'rest_missing_callback_param',
        ...misplaced(kind),
      ),
    ],
    handle: (context) =>
      putByExternalId(context, {
        store,
        kind: taxonomy,
        collection: `/${plural}`,
        fields: fieldsOf(kind),
        updateFields: updateFieldsOf(kind),
        answer: (toReply, write: (scope: TermWriteScope) => Promise<unknown>) => answer(context, kind, toReply, write),
        create: (read, scope) => createTerm(options, read, scope),
        change: (id, read, scope) => changeTerm(options, id, read, scope),
      }),
  };
}

function translationRoute(options: TermRoutesOptions): Route {
  const { kind } = options;
  const { taxonomy, plural, noun, notFound } = kind;
  return {
    ...guarded(kind),
    method: 'DELETE',
    path: `/${plural}/{id}/translations/{language}`,
    operationId: `delete${noun}Translation`,
    summary: `Take the texts of one language off a ${noun.toLowerCase()}`,
    params: {},
    replies: [
      done(termReplies[taxonomy].one),
      ...refused(notFound, 'rest-translation-not-found', 'rest-original-language'),
    ],
    async handle(context) {
      const { id, language } = context.path as { id: number; language: string };
      return answer(context, kind, changed, (scope) => removeTermTranslation(options, id, language, scope));
    },
  };
}

/** The term that the path names. */
async function idIn(db: Reader, kind: TermKind, { path }: RequestContext): Promise<number> {
  if (path.externalId === undefined) return path.id as number;
  const externalId = externalIdIn(path.externalId);
  const id = externalId === undefined ? undefined : await findByExternalId(db, kind.taxonomy, externalId);
  if (id === undefined) throw new ApiError(kind.notFound);
  return id;
}

async function showTerm(db: Reader, term: Term, { links, language, now }: RequestContext): Promise<Shown> {
  const paths = await categoryPaths(db, [term.id], language);
  const written = () => presentTerm(term, links, paths);
  return { written, read: () => ({ body: written(), modified: newestOf([term], now) }) };
}

/** A term goes for good, and is answered as it was (D34). */
const deleted = (shown: Shown): Reply => ({ status: 200, body: shown.written() });

/** 0 is the top, where every tag is (D34). */
const isParentMisplaced = ({ hierarchical }: TermKind, { params }: RequestContext): boolean =>
  !hierarchical && ![undefined, null, '', 0, '0'].includes(params.get('parent') as string);

const answer = (
  context: RequestContext,
  kind: TermKind,
  toReply: (shown: Shown) => Reply,
  write: (scope: TermWriteScope) => Promise<unknown>,
): Promise<Reply> => {
  const find = (db: Reader, id: number) => getTerm(db, kind, id, context);
  const show = (db: Reader, term: Term) => showTerm(db, term, context);
  return answerWrite(context, { find, show }, toReply, (hooks) =>
    write({ ...context, ...hooks, misplacedParent: isParentMisplaced(kind, context) }),
  );
};
