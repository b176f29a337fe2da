import { describe, unsetWhenEmpty } from '../../http/params/field.ts';
import { setOf } from '../../http/params/lists.ts';
import { integer, text } from '../../http/params/scalars.ts';
import { changeKinds } from './types.ts';

export const defaultPerPage = 100;

export const changesFields = {
  since: unsetWhenEmpty(
    describe(
      text({ max: 1000 }),
      '`next_token` of an earlier reply, for at least 30 days; without it nothing is listed, and the token is for what changes from now on',
    ),
  ),
  per_page: describe(
    integer({ min: 1, default: defaultPerPage }),
    'Changes per page; more than the calendar allows is lowered to that',
  ),
  types: describe(setOf(changeKinds), 'Only changes of these kinds of records'),
};
