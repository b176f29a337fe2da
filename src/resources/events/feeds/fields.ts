// Parameters of feeds: the filters of the list. Pages are optional where a feed has everything at once.
import { describe } from '../../../http/params/field.ts';
import { boolean, integer } from '../../../http/params/scalars.ts';
import { eventListFields } from '../list/list-request.ts';

const { page, per_page: _, cursor: _cursor, ...filters } = eventListFields;

export const defaultItems = 50;

/** Of feeds that go to programs showing some events at a time. */
export const pagedFields = {
  page,
  per_page: describe(
    integer({ min: 1, default: defaultItems }),
    'Events per page; more than the calendar allows is lowered to that',
  ),
  ...filters,
};

/** Of files with all events that the filters leave. */
export const wholeFields = {
  page: describe(integer({ min: 1 }), 'Page of the events; without it and `per_page` all come at once'),
  per_page: describe(integer({ min: 1 }), 'Events per page'),
  ...filters,
};

export const csvFields = {
  ...wholeFields,
  bom: describe(boolean({ default: false }), 'Begin with a byte order mark, for spreadsheets that need one'),
};
