import type { RequestContext } from '../../../http/route.ts';
import type { Reader } from '../../../store/store.ts';
import type { ListValues } from '../list/list-request.ts';
import { namesOfRelated, namesOfTerms } from './repository.ts';
import { calendarName } from './routes-address.ts';

/** The calendar's name, after the names of what the events were chosen by: `Jazz, Town hall – calendar.example`. */
export async function titleOf(values: ListValues, context: RequestContext, db: Reader): Promise<string> {
  const { categories = [], tags = [], venue = [], organizer = [], search } = values;
  const names = [
    ...(await namesOfTerms(db, 'category', categories, context)),
    ...(await namesOfTerms(db, 'tag', tags, context)),
    ...(await namesOfRelated(db, 'venue', venue, context)),
    ...(await namesOfRelated(db, 'organizer', organizer, context)),
    ...(search === undefined ? [] : [`“${search}”`]),
  ];
  const name = calendarName(context);
  return names.length === 0 ? name : `${names.join(', ')} – ${name}`;
}
