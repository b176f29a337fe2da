import { replyInBatch } from '../../http/openapi/errors.ts';
import { listOf, named, strictObject } from '../../http/openapi/schema.ts';

export const batchSchema = named('Batch', strictObject({ responses: listOf(replyInBatch) }));
