// Routes of venues and of organizers.

import { ApiError } from '../../core/api-error.ts';
import { mayCreate, mayRead } from '../../core/roles.ts';
import type { RequestContext, Route } from '../../http/route.ts';
import type { Reader } from '../../store/store.ts';
import { imagesOf } from '../media/repository.ts';
import { deleteFields, readFields } from '../records/fields.ts';
import { namesOf } from '../records/replies.ts';
import { lastChange, ownedOf } from '../records/status.ts';
import type { PresentedRecord } from '../records/write/reply.ts';
import { recordRoutes } from '../records/write/routes.ts';
import { listRoute } from './list.ts';
import { presentRelated } from './present.ts';
import { relatedFields, relatedReplies, relatedUpdateFields } from './schemas.ts';
import { type RelatedRoutesOptions, relatedResource } from './service.ts';
import type { RelatedRecord } from './types.ts';

export function relatedRoutes(options: RelatedRoutesOptions): Route[] {
  const { kind } = options;
  const routes = recordRoutes({
    resource: relatedResource(options),
    show: showRelated,
    summaries: { create: `Create ${namesOf(kind).aRecord}, or return an existing one with the same data` },
    createFields: relatedFields[kind],
    updateFields: relatedUpdateFields[kind],
    readFields,
    deleteFields,
    replies: relatedReplies[kind],
    errors: { read: [`${kind}-not-accessible`] },
    allowed: mayCreate,
    // 403 for hidden records, as in the reference API.
    assertReadable(record, { caller, now }) {
      if (!mayRead(caller, ownedOf(record, now))) throw new ApiError(`${kind}-not-accessible`);
    },
  });
  return [listRoute(options), ...routes];
}

async function showRelated(db: Reader, row: RelatedRecord, context: RequestContext): Promise<PresentedRecord> {
  const presentation = { ...context, images: await imagesOf(db, [row]) };
  return {
    written: () => presentRelated(row, presentation, false),
    read: () => ({ body: presentRelated(row, presentation, true), modified: lastChange([row], context.now) }),
  };
}
