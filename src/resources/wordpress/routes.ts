// WordPress routes that clients of the calendar also use: sign-in checks, image uploads, tags. Only the formats are those of
// WordPress; records and permissions are the calendar's.

import { ApiError } from '../../core/api-error.ts';
import { isAnonymous, mayWriteTerms } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import { anyone, publicRead, type RequestContext, type Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { uploadRoute } from '../media/routes.ts';
import { foundMedia, type Library } from '../media/service.ts';
import { created, done, refused } from '../records/replies.ts';
import { lastChange } from '../records/status.ts';
import { createdBelow, presentedAlike, replyToWrite } from '../records/write/reply.ts';
import { createRecord, getRecord } from '../records/write/resource.ts';
import { presentTerm } from '../terms/present.ts';
import { termResource } from '../terms/service.ts';
import type { Term } from '../terms/types.ts';
import { findUserById } from '../users/repository.ts';
import { attachmentSchema, presentMedium } from './attachments.ts';
import { notFoundAs } from './list.ts';
import { meSchema, presentMe } from './me.ts';
import { mediumChangeRoutes, mediumListRoute } from './routes-media.ts';
import { mirroredRoutes } from './routes-mirrored.ts';
import { type TermRoutesOptions, termRoutes } from './routes-terms.ts';
import { typeRoutes } from './routes-types.ts';
import { contextFields, tagCreateFields } from './schemas.ts';
import { presentTag, wordpressTagSchema } from './terms.ts';

interface WordpressOptions extends Omit<TermRoutesOptions, 'store'> {
  library: Library;
  calendar: readonly Route[];
}

export function wordpressRoutes(options: WordpressOptions): Route[] {
  const { library } = options;
  const terms = { ...options, store: library.store };
  return [
    meRoute(library.store),
    ...options.calendar.filter(({ path }) => path.startsWith('/users/me/')),
    uploadRoute(library, {
      noun: 'Attachment',
      schema: attachmentSchema,
      present: presentMedium,
      noFile: () => new ApiError('rest_upload_no_data'),
    }),
    mediumListRoute(options),
    mediumRoute(library.store),
    ...mediumChangeRoutes(library),
    ...termRoutes('tag', terms),
    tagCreateRoute(library.store),
    ...termRoutes('category', terms),
    ...typeRoutes,
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
      const body = presentMedium(medium, context, values.context === 'edit');
      return { status: 200, body, modified: lastChange([medium], context.now) };
    },
  });

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

const showTag = (term: Term, { links, now }: RequestContext) =>
  presentedAlike(presentTag(presentTerm(term, links, new Map()), { links }), lastChange([term], now));
