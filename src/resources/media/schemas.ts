import { clearable, describe, unsetWhenEmpty } from '../../http/params/field.ts';
import { boolean, text } from '../../http/params/scalars.ts';
import { modifiedFields } from '../records/list/modified.ts';
import { cursorField, orderByField, orderField } from '../records/list/order-fields.ts';
import { pageFields } from '../records/list/paging.ts';

const texts = {
  title: clearable(describe(text({ max: 2000 }), 'Title, plain text')),
  alt_text: clearable(describe(text({ max: 2000 }), 'What the image shows, for those who do not see it')),
};

export const uploadFields = {
  ...texts,
  title: clearable(describe(text({ max: 2000 }), 'Title, plain text; the name of the file where none is sent')),
};

export const mediaUpdateFields = texts;

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
