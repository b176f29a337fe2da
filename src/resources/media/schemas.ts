import { clearable, describe, unsetWhenEmpty, type Values } from '../../http/params/field.ts';
import { boolean, text } from '../../http/params/scalars.ts';
import { parametersOf } from '../records/field-table.ts';
import { modifiedFields } from '../records/list/modified.ts';
import { cursorField, orderByField, orderField } from '../records/list/order-fields.ts';
import { pageFields } from '../records/list/paging.ts';
import { mediaTable } from './table.ts';

export const mediaUpdateFields = parametersOf(mediaTable);

export const uploadFields = {
  ...mediaUpdateFields,
  title: clearable(describe(text({ max: 2000 }), 'Title, plain text; the name of the file where none is sent')),
};

/** Values of a write; `undefined` was not sent, `null` was emptied. */
export type MediaValues = Values<typeof mediaUpdateFields>;

export const mediaDeleteFields = {
  force: unsetWhenEmpty(
    describe(boolean({ default: false }), 'Delete an image in use as well, and take it off the records that show it'),
  ),
};

export const mediaListFields = {
  ...pageFields,
  ...cursorField,
  ...modifiedFields,
  search: describe(text({ filled: true, max: 1000 }), 'Images that have all the words in their title or description'),
  order: orderField,
  orderby: orderByField(['date', 'modified', 'title', 'id'], 'newest first'),
};
