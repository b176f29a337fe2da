import { listOf, named, strictObject } from '../../http/schema.ts';

/** The replies of a batch, in the order of its requests. */
export const batchSchema = named(
  'Batch',
  strictObject({
    responses: listOf(
      strictObject({
        status: { type: 'integer' },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        body: { description: 'What the request alone would have been answered' },
      }),
    ),
  }),
);
