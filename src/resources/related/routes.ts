// Routes of venues and of organizers.

import type { RelatedKind } from '../../core/kinds.ts';
import { mayCreate } from '../../core/roles.ts';
import { readParams } from '../../http/params/read.ts';
import type { Reply, RequestContext, Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { imagesOf } from '../media/repository.ts';
import { deleteFields, readFields } from '../records/fields.ts';
import type { Sent } from '../records/scope.ts';
import { newestOf, type PresentedRecord, type RecordPresenter } from '../records/write/hooks.ts';
import { recordRoutes } from '../records/write/routes.ts';
import { writesOf } from '../records/write/writes.ts';
import { listRoute } from './list/list.ts';
import { presentRelated } from './present.ts';
import { type RelatedValues, relatedFields, relatedReplies, relatedUpdateFields, toRelatedValues } from './schemas.ts';
import { getRelated, type RelatedRoutesOptions, readRelated, relatedResource } from './service.ts';
import { type RelatedRecord, relatedKinds } from './types.ts';

export function relatedRoutes(options: RelatedRoutesOptions): Route[] {
  const { kind } = options;
  const { plural, noun } = relatedKinds[kind];
  const aRecord = kind === 'venue' ? 'a venue' : 'an organizer';
  const notFound = `rest-${kind}-not-found` as const;
  const routes = recordRoutes({
    writes: writesOf(relatedResource(options)),
    path: `/${plural}`,
    noun,
    name: kind,
    aRecord,
    summaries: {
      create: `Create ${aRecord}, or return an existing one with the same data`,
      update: `Update ${aRecord}; only the fields sent change`,
      remove: `Move ${aRecord} to the trash, or delete it permanently`,
    },
    createFields: relatedFields[kind],
    updateFields: relatedUpdateFields[kind],
    readFields,
    deleteFields,
    images: true,
    replies: relatedReplies[kind],
    errors: {
      create: ['external-id-exists'],
      update: [notFound, 'external-id-exists'],
      put: ['external-id-exists', 'rest_missing_callback_param'],
      read: [notFound, `${kind}-not-accessible`],
      remove: [notFound, `${kind}-is-in-trash`],
      translation: [notFound, 'rest-translation-not-found', 'rest-original-language'],
    },
    allowed: mayCreate,
    isOwned: true,
    sent: (fields, context) => named(kind, readParams(fields, context.params, context)),
    read: (context) => read(context, options),
    presenter: (context) => presenterFor(kind, context),
  });
  return [listRoute(options), ...routes];
}

const named = (kind: RelatedKind, { values, problems }: Sent<object>): Sent<RelatedValues> => ({
  values: toRelatedValues(kind, values),
  problems,
});

async function read(context: RequestContext, { store, kind }: RelatedRoutesOptions): Promise<Reply> {
  readParams(readFields, context.params, context).problems.throwIfAny();
  const row = await readRelated(store.reader, kind, context.path, context);
  return { status: 200, ...(await showRelated(store.reader, row, context)).read() };
}

const presenterFor = (kind: RelatedKind, context: RequestContext): RecordPresenter<RelatedRecord> => ({
  find: (db, id) => getRelated(db, kind, { id }, context),
  show: (db, row) => showRelated(db, row, context),
});

async function showRelated(db: Reader, row: RelatedRecord, context: RequestContext): Promise<PresentedRecord> {
  const presentation = { ...context, images: await imagesOf(db, [row]) };
  return {
    written: () => presentRelated(row, presentation, false),
    read: () => ({ body: presentRelated(row, presentation, true), modified: newestOf([row], context.now) }),
  };
}
