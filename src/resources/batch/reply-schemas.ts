import { replyInBatch } from '../../http/openapi/errors.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';

/** The replies of a batch, in the order of its requests. */
export const batchSchema = named('Batch', strictObject({ responses: listOf(replyInBatch) }));
