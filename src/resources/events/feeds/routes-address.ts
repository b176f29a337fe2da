import type { Fields } from '../../../http/params/field.ts';
import type { RequestContext } from '../../../http/route.ts';
import { textOf } from '../../records/list/paging.ts';

/** The public address of a feed with the parameters that it was asked for by, and others in their place. */
export function feedAddress(
  { links, params }: RequestContext,
  path: string,
  fields: Fields,
  others: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, raw] of params) {
    const field = fields[name];
    if (field && !(name in others)) query.set(name, textOf(raw, field.schema['type'] === 'array'));
  }
  for (const [name, value] of Object.entries(others)) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return links.page(path) + (text === '' ? '' : `?${text}`);
}

/** What people call the calendar. */
export const calendarName = (context: Pick<RequestContext, 'links' | 'siteName'>): string =>
  context.siteName ?? publicHost(context);

/** Host of the calendar's public address, with the port if it has one. */
export const publicHost = ({ links }: Pick<RequestContext, 'links'>): string => new URL(links.file('/')).host;
