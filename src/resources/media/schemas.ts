import { named } from '../../http/openapi/schema.ts';
import { clearable, describe, unsetWhenEmpty, type Values } from '../../http/params/field.ts';
import { boolean, text } from '../../http/params/scalars.ts';
import { parametersOf, replySchemaOf } from '../records/field-table.ts';
import { maxLineLength } from '../records/fields.ts';
import { cursorField } from '../records/list/cursor.ts';
import { orderByField, orderField } from '../records/list/order.ts';
import { pageFields } from '../records/list/paging.ts';
import { modifiedFields } from '../records/list/time-range.ts';
import { pageOf } from '../records/reply-schemas.ts';
import { mediaTable } from './table.ts';

export const mediaUpdateFields = parametersOf(mediaTable);

export const uploadFields = {
  ...mediaUpdateFields,
  title: clearable(describe(text({ max: maxLineLength }), 'Title, plain text. Default: derived from the file name')),
};

/** Values of a write: `undefined` means not sent, `null` cleared. */
export type MediaValues = Values<typeof mediaUpdateFields>;

export const mediaDeleteFields = {
  force: unsetWhenEmpty(
    describe(
      boolean({ default: false }),
      'Delete the image even if it is in use, and remove it from the records that use it; texts that show it do not count',
    ),
  ),
};

export const mediaListFields = {
  ...pageFields,
  ...cursorField,
  ...modifiedFields,
  search: describe(
    text({ filled: true, max: 1000 }),
    'Images with all these words and "quoted phrases", and no -excluded ones, in their title or description',
  ),
  order: orderField,
  orderby: orderByField(['date', 'modified', 'title', 'id'], 'date, newest first'),
};

const mediumSchema = named('Media', replySchemaOf(mediaTable));

export const mediaReplies = { one: mediumSchema, page: pageOf('MediaList', 'media', mediumSchema) } as const;
