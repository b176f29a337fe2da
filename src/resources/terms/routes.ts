// Routes of both vocabularies; categories/ and tags/ only say which.

import { ApiError } from '../../core/api-error.ts';
import { mayWriteTerms } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { everybody, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Reader, Store } from '../../store/store.ts';
import { readContinuation } from '../records/continue.ts';
import { externalIdIn, findByExternalId } from '../records/external-ids.ts';
import { readModified } from '../records/modified.ts';
import { presentList, readPage } from '../records/paging.ts';
import { putByExternalId } from '../records/put-by-external-id.ts';
import type { IsEventReadable } from '../records/readable-event.ts';
import { created, done, listed, refused } from '../records/replies.ts';
import { answerWrite, changed, createdBelow, newestOf, type Shown } from '../records/write-hooks.ts';
import { listTerms, positionOf, type TermFilter, termsAfter } from './filters.ts';
import { type CategoryPaths, presentTerm } from './present.ts';
import { termReplies } from './reply-schemas.ts';
import { categoryPaths, existingTermIds } from './repository.ts';
import {
  categoryFields,
  categoryListFields,
  categoryUpdateFields,
  tagListFields,
  termFields,
  termUpdateFields,
} from './schemas.ts';
import {
  changeTerm,
  createTerm,
  getTerm,
  removeTerm,
  removeTermTranslation,
  type TermScope,
  type TermWriteScope,
} from './service.ts';
import type { Term, TermKind } from './types.ts';

export interface TermRoutesOptions {
  store: Store;
  kind: TermKind;
  maxPerPage: number;
  /** Whether the caller may read the event and whom it is linked to. */
  isEventReadable: IsEventReadable;
}

export function termRoutes(options: TermRoutesOptions): Route[] {
  const { store, kind } = options;
  const one = kind.taxonomy === 'category' ? 'Category' : 'Tag';
  const writes = { tag: one, allowed: (viewer: RequestContext['viewer']) => mayWriteTerms(viewer, kind.taxonomy) };
  const fields = kind.hierarchical ? categoryFields : termFields;
  const changes = kind.hierarchical ? categoryUpdateFields : termUpdateFields;
  const item = `/${kind.plural}/{id}`;
  const byExternalId = `/${kind.plural}/by-external-id/{external_id}`;

  const update = (method: 'POST' | 'PUT' | 'PATCH'): Route => ({
    ...writes,
    method,
    path: item,
    operationId: `${method === 'POST' ? 'update' : method.toLowerCase()}${one}`,
    summary: `Update a ${one.toLowerCase()}`,
    params: changes,
    replies: [
      done(termReplies[kind.taxonomy].one),
      ...refused(kind.notFound, 'duplicate_term_slug', 'external-id-exists'),
    ],
    async handle(context) {
      const { values, problems } = readParams(changes, context.params, context);
      const id = context.path.id as number;
      return answer(context, kind, changed, (scope) => changeTerm(store, kind, id, values, problems, scope));
    },
  });

  const read = (path: string, suffix: string): Route => ({
    method: 'GET',
    path,
    operationId: `get${one}${suffix}`,
    summary: `Read a ${one.toLowerCase()}`,
    tag: one,
    params: {},
    allowed: everybody,
    replies: [done(termReplies[kind.taxonomy].one), ...refused(kind.notFound)],
    async handle(context) {
      const id = await idIn(store.reader, kind, context);
      const term = await getTerm(store.reader, kind, id, scopeOf(context));
      return { status: 200, ...(await showTerm(store.reader, term, context)).read() };
    },
  });

  const remove = (path: string, suffix: string): Route => ({
    ...writes,
    method: 'DELETE',
    path,
    operationId: `delete${one}${suffix}`,
    summary: `Delete a ${one.toLowerCase()}, for good`,
    params: {},
    replies: [done(termReplies[kind.taxonomy].one), ...refused(kind.notFound)],
    async handle(context) {
      const id = await idIn(store.reader, kind, context);
      return answer(context, kind, deleted, (scope) => removeTerm(store, kind, id, scope));
    },
  });

  const put: Route = {
    ...writes,
    method: 'PUT',
    path: byExternalId,
    operationId: `put${one}ByExternalId`,
    summary: `Create the ${one.toLowerCase()} with this external id, or update it; only the fields sent change then`,
    params: changes,
    replies: [
      done(termReplies[kind.taxonomy].one),
      created(termReplies[kind.taxonomy].one),
      ...refused('term_exists', 'duplicate_term_slug', 'external-id-exists', 'rest_missing_callback_param'),
    ],
    handle: (context) =>
      putByExternalId(context, {
        store,
        kind: kind.taxonomy,
        collection: `/${kind.plural}`,
        fields,
        updateFields: changes,
        answer: (toReply, write: (scope: TermWriteScope) => Promise<unknown>) => answer(context, kind, toReply, write),
        create: ({ values, problems }, scope) => createTerm(store, kind, values, problems, scope),
        change: (id, { values, problems }, scope) => changeTerm(store, kind, id, values, problems, scope),
      }),
  };

  return [
    {
      method: 'GET',
      path: `/${kind.plural}`,
      operationId: `list${one === 'Tag' ? 'Tags' : 'Categories'}`,
      summary: `List ${kind.plural}`,
      tag: one,
      params: kind.hierarchical ? categoryListFields : tagListFields,
      allowed: everybody,
      replies: [listed(termReplies[kind.taxonomy].page), ...refused('rest_invalid_cursor')],
      handle: (context) => list(context, options),
    },
    {
      ...writes,
      method: 'POST',
      path: `/${kind.plural}`,
      operationId: `create${one}`,
      summary: `Create a ${one.toLowerCase()}`,
      params: fields,
      replies: [created(termReplies[kind.taxonomy].one), ...refused('term_exists', 'external-id-exists')],
      async handle(context) {
        const { values, problems } = readParams(fields, context.params, context);
        return answer(context, kind, createdBelow(`/${kind.plural}`, context), (scope) =>
          createTerm(store, kind, values, problems, scope),
        );
      },
    },
    read(item, ''),
    update('POST'),
    update('PUT'),
    update('PATCH'),
    remove(item, ''),
    read(byExternalId, 'ByExternalId'),
    put,
    remove(byExternalId, 'ByExternalId'),
    {
      ...writes,
      method: 'DELETE',
      path: `${item}/translations/{language}`,
      operationId: `delete${one}Translation`,
      summary: `Take the texts of one language off a ${one.toLowerCase()}`,
      params: {},
      replies: [
        done(termReplies[kind.taxonomy].one),
        ...refused(kind.notFound, 'rest-translation-not-found', 'rest-original-language'),
      ],
      async handle(context) {
        const { id, language } = context.path as { id: number; language: string };
        return answer(context, kind, changed, (scope) => removeTermTranslation(store, kind, id, language, scope));
      },
    },
  ];
}

/** The term that the path names. */
async function idIn(db: Reader, kind: TermKind, { path }: RequestContext): Promise<number> {
  if (path.externalId === undefined) return path.id as number;
  const externalId = externalIdIn(path.externalId);
  const id = externalId === undefined ? undefined : await findByExternalId(db, kind.taxonomy, externalId);
  if (id === undefined) throw new ApiError(kind.notFound);
  return id;
}

const scopeOf = ({ viewer, language, now }: RequestContext): TermScope => ({ viewer, language, now });

const pathsOf = (db: Reader, terms: readonly { id: number }[], language: string): Promise<CategoryPaths> =>
  categoryPaths(
    db,
    terms.map((term) => term.id),
    language,
  );

async function showTerm(db: Reader, term: Term, { links, language, now }: RequestContext): Promise<Shown> {
  const paths = await pathsOf(db, [term], language);
  const written = () => presentTerm(term, links, paths);
  return { written, read: () => ({ body: written(), modified: newestOf([term], now) }) };
}

/** A term goes for good, and is answered as it was (D34). */
const deleted = (shown: Shown): Reply => ({ status: 200, body: shown.written() });

const answer = (
  context: RequestContext,
  kind: TermKind,
  toReply: (shown: Shown) => Reply,
  write: (scope: TermWriteScope) => Promise<unknown>,
): Promise<Reply> => {
  const scope = scopeOf(context);
  const find = (db: Reader, id: number) => getTerm(db, kind, id, scope);
  const show = (db: Reader, term: Term) => showTerm(db, term, context);
  return answerWrite(context, { find, show }, toReply, (hooks) => write({ ...scope, ...hooks }));
};

async function list(context: RequestContext, { store, kind, maxPerPage, isEventReadable }: TermRoutesOptions) {
  const fields = kind.hierarchical ? categoryListFields : tagListFields;
  const { values, problems } = readParams(fields as typeof categoryListFields, context.params, context);
  const named = [...(values.include ?? []), ...(values.exclude ?? []), ...(values.parent ? [values.parent] : [])];
  const known = await existingTermIds(store.reader, kind.taxonomy, named);
  const unknown = kind.taxonomy === 'category' ? 'unknown_category' : 'unknown_tag';
  if (values.include?.some((id) => !known.has(id))) problems.add('include', unknown);
  if (values.exclude?.some((id) => !known.has(id))) problems.add('exclude', unknown);
  if (values.parent !== undefined && !known.has(values.parent)) problems.add('parent', 'unknown_category');
  for (const name of ['event', 'post'] as const) {
    const eventId = values[name];
    if (eventId !== undefined && !(await isEventReadable(eventId, context, values.password)))
      problems.add(name, 'unknown_event');
  }
  problems.throwIfAny();
  const filter: TermFilter = {
    taxonomy: kind.taxonomy,
    search: values.search,
    include: values.include,
    exclude: values.exclude,
    parent: values.parent,
    slug: values.slug,
    eventId: values.event ?? values.post,
    hideEmpty: values.hide_empty ?? true,
    modified: readModified(values, context),
    orderBy: values.orderby ?? 'name',
    descending: values.order === 'desc',
  };
  const { links, params } = context;
  const continuation = readContinuation(context, values.cursor);
  const { cut } = continuation.of(`/${kind.plural}`, { fields, params });
  const continued = continuation.cursor !== undefined;
  const terms = await listTerms(store.reader, filter, context.language, context.now);
  const page = readPage(values, maxPerPage);
  const rest = continuation.cursor
    ? termsAfter(terms, continuation.cursor.after, filter, context.language)
    : terms.slice(page.offset);
  const { rows, nextCursor } = cut(rest, page, positionOf);
  const paths = await pathsOf(store.reader, rows, context.language);
  const items = rows.map((term) => presentTerm(term, context.links, paths));
  return presentList({
    key: kind.plural,
    items,
    total: terms.length,
    page,
    links,
    fields,
    params,
    nextCursor,
    continued,
    totalsFirst: true,
    modified: newestOf(rows, context.now),
  });
}
