// WordPress routes that clients of the calendar also use: sign-in checks, image uploads, tags. Only the formats are those of
// WordPress; records and permissions are the calendar's.

import { ApiError } from '../../core/api-error.ts';
import { isAnonymous, mayWriteTerms } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { anyone, publicRead, type Reply, type RequestContext, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { uploadRoute } from '../media/routes.ts';
import { foundMedia, type Library } from '../media/service.ts';
import { created, done, refused } from '../records/replies.ts';
import type { IsEventReadable } from '../records/scope.ts';
import { lastChange } from '../records/status.ts';
import { createdBelow, presentedAlike, replyToWrite } from '../records/write/reply.ts';
import { createRecord, getRecord } from '../records/write/resource.ts';
import { listTerms, type TermLists } from '../terms/list/list.ts';
import { findTermsByIds } from '../terms/repository.ts';
import { foundTerms, termResource } from '../terms/service.ts';
import type { Term } from '../terms/types.ts';
import { findUserById } from '../users/repository.ts';
import { attachmentSchema, presentMedium } from './attachments.ts';
import { notFoundAs, pageHeaders, pageOf, readWordpressPage } from './list.ts';
import { meSchema, presentMe } from './me.ts';
import { mediumChangeRoutes, mediumListRoute } from './routes-media.ts';
import { mirroredRoutes } from './routes-mirrored.ts';
import { contextFields, tagCreateFields, tagListFields } from './schemas.ts';
import { presentTag, wordpressTagSchema } from './terms.ts';

interface WordpressOptions extends Pick<TermLists, 'orderOfNames'> {
  library: Library;
  maxPerPage: number;
  isEventReadable: IsEventReadable;
  calendar: readonly Route[];
}

export function wordpressRoutes(options: WordpressOptions): Route[] {
  const { library } = options;
  return [
    meRoute(library.store),
    ...options.calendar.filter(({ path }) => path.startsWith('/users/me/')),
    uploadRoute(library, {
      noun: 'Attachment',
      schema: attachmentSchema,
      present: (medium, context) => presentMedium(medium, { ...context, edit: false }),
      noFile: () => new ApiError('rest_upload_no_data'),
    }),
    mediumListRoute(options),
    mediumRoute(library.store),
    ...mediumChangeRoutes(library),
    tagListRoute(options),
    tagCreateRoute(library.store),
    tagRoute(library.store),
    ...mirroredRoutes(options.calendar, library.store.reader, options.maxPerPage),
  ];
}

const meRoute = (store: Store): Route => ({
  method: 'GET',
  path: '/users/me',
  operationId: 'getMe',
  summary: "Read the caller's own account",
  tag: 'User',
  params: contextFields,
  allowed: anyone,
  replies: [done(meSchema), ...refused('rest_not_logged_in')],
  async handle(context) {
    const { values, problems } = readParams(contextFields, context.params, context);
    const { caller } = context;
    const user = isAnonymous(caller) ? undefined : await findUserById(store.reader, caller.userId);
    if (!user) throw new ApiError('rest_not_logged_in');
    problems.throwIfAny();
    return { status: 200, body: presentMe({ ...context, user }, values.context === 'edit') };
  },
});

const mediumRoute = (store: Store): Route =>
  publicRead({
    path: '/media/{id}',
    operationId: 'getAttachment',
    summary: 'Read an image',
    tag: 'Attachment',
    params: contextFields,
    replies: [done(attachmentSchema), ...refused('rest_post_invalid_id')],
    async handle(values, context) {
      const found = getRecord(store.reader, foundMedia, context.path, context);
      const medium = await found.catch(notFoundAs('rest_post_invalid_id'));
      const body = presentMedium(medium, { ...context, edit: values.context === 'edit' });
      return { status: 200, body, modified: lastChange([medium], context.now) };
    },
  });

const tagListRoute = (options: WordpressOptions): Route => ({
  method: 'GET',
  path: '/tags',
  operationId: 'listTags',
  summary: 'List tags',
  tag: 'Tag',
  params: tagListFields,
  allowed: anyone,
  replies: [pageOf(wordpressTagSchema)],
  handle: (context) => listTags(context, options),
});

async function listTags(context: RequestContext, options: WordpressOptions): Promise<Reply> {
  const { values, problems } = readParams(tagListFields, context.params, context);
  const { library, orderOfNames, maxPerPage, isEventReadable } = options;
  const { store } = library;
  if (values.post !== undefined && !(await isEventReadable(values.post, context)))
    problems.add('post', 'unknown_event');
  problems.throwIfAny();
  const { terms } = await listTerms(
    { store, orderOfNames },
    {
      taxonomy: 'tag',
      search: values.search,
      include: values.include,
      exclude: values.exclude,
      slugs: values.slug,
      eventId: values.post,
      hideEmpty: values.hide_empty ?? false,
      modified: { after: undefined, before: undefined },
      orderBy: values.orderby ?? 'name',
      descending: values.order === 'desc',
    },
    context,
  );
  const page = readWordpressPage(values, maxPerPage);
  const ids = terms.slice(page.offset, page.offset + page.perPage).map(({ id }) => id);
  const rows = await findTermsByIds(store.reader, ids, context);
  return {
    status: 200,
    modified: lastChange(rows, context.now),
    body: rows.map((term) => presentTag(term, context.links)),
    headers: pageHeaders(terms.length, page, { path: '/tags', fields: tagListFields }, context),
  };
}

const tagCreateRoute = (store: Store): Route => ({
  method: 'POST',
  path: '/tags',
  operationId: 'createTag',
  summary: 'Create a tag',
  tag: 'Tag',
  params: tagCreateFields,
  allowed: (caller) => mayWriteTerms(caller, 'tag'),
  replies: [created(wordpressTagSchema), ...refused('term_exists')],
  async handle(context) {
    const sent = readParams(tagCreateFields, context.params, context);
    const resource = termResource({ store, taxonomy: 'tag' });
    const show = async (_db: unknown, term: Term) => showTag(term, context);
    return replyToWrite(context, { resource, show }, createdBelow('/tags', context), (scope) =>
      createRecord(resource, sent, scope),
    );
  },
});

const tagRoute = (store: Store): Route =>
  publicRead({
    path: '/tags/{id}',
    operationId: 'getTag',
    summary: 'Read a tag',
    tag: 'Tag',
    params: contextFields,
    replies: [done(wordpressTagSchema), ...refused('rest_term_invalid')],
    async handle(_values, context) {
      const found = getRecord(store.reader, foundTerms('tag'), context.path, context);
      return { status: 200, ...showTag(await found.catch(notFoundAs('rest_term_invalid')), context).read() };
    },
  });

const showTag = (term: Term, { links, now }: RequestContext) =>
  presentedAlike(presentTag(term, links), lastChange([term], now));
