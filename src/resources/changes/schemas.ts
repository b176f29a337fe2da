import { describe, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { integer, text } from '../../http/params/scalars.ts';
import { changeKinds } from './types.ts';

export const defaultPerPage = 100;

export const changesFields = {
  since: unsetWhenEmpty(
    describe(
      text({ max: 1000 }),
      '`next_token` of an earlier reply, valid for at least 30 days. Without it, nothing is listed, and the reply has a token for changes from now on',
    ),
  ),
  per_page: describe(
    integer({ min: 1, default: defaultPerPage }),
    "Changes per page, capped at the calendar's maximum",
  ),
  types: describe(setOf(changeKinds), 'Only changes to these kinds of records'),
};
