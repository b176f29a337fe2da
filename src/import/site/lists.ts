// The lists to request from a site.
import { type Collection, everyYear, listAt, lists, routeBelow } from '../fetch/addresses.ts';
import type { SectionKind } from '../source/prescan.ts';
import { kindOf } from '../source/prescan.ts';
import type { SiteChange } from './changes.ts';
import type { Interface } from './discover.ts';

export interface SiteList extends Collection {
  kind: SectionKind;
  /** Together with the other lists of the kind it contains all its records. */
  isWholeKind: boolean;
}

export interface ListOptions {
  site: Interface;
  signedIn: boolean;
  withTrash: boolean;
  /** Restricts the lists to these records. */
  changes: readonly SiteChange[] | undefined;
}

/** Ids per request, so that the address stays short enough for every server. */
const idsAtOnce = 50;
/** With more changed events, all events are fetched. */
const maxIncluded = 1000;

export const siteLists = (options: ListOptions): SiteList[] =>
  lists.flatMap((list) => {
    const kind = kindOf[list.path];
    const changed = options.changes?.filter((change) => change.kind === kind && !change.isRemoved);
    if (changed?.length === 0) return [];
    if (kind !== 'event' || changed === undefined || changed.length > maxIncluded)
      return wholeKind(list, kind, options);
    const ids = changed.map(({ id }) => id);
    return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, at) => ({
      include: ids.slice(at * idsAtOnce, (at + 1) * idsAtOnce).join(','),
    })).flatMap((include) => eventLists({ ...list.query, ...include }, options, false));
  });

function wholeKind(
  { path, query, isRequired }: (typeof lists)[number],
  kind: SectionKind,
  options: ListOptions,
): SiteList[] {
  if (kind === 'event') return eventLists(query, options, true);
  const { site, withTrash } = options;
  const list = { kind, isRequired, isNumbered: true };
  const first = listAt(site.namespace, path, query);
  const trash = listAt(site.namespace, path, { ...query, status: 'trash' });
  const isTrashed = withTrash && (kind === 'venue' || kind === 'organizer');
  return [
    { ...list, first, isWholeKind: true },
    ...(isTrashed ? [{ ...list, first: trash, isRequired: false, isWholeKind: false }] : []),
  ];
}

/** Hidden and trashed events have lists of their own; editors see protected events in full with `context=edit`. */
function eventLists(query: Readonly<Record<string, string>>, options: ListOptions, isWholeKind: boolean): SiteList[] {
  const { site, signedIn, withTrash } = options;
  const list = (more: Readonly<Record<string, string>>, isRequired = false): SiteList => ({
    first: listAt(site.namespace, 'events', { ...query, ...(site.isKalends ? everyYear : {}), ...more }),
    kind: 'event',
    isRequired,
    isNumbered: true,
    isWholeKind,
  });
  const seesAll: Record<string, string> = signedIn && !site.isKalends ? { context: 'edit' } : {};
  const trash = signedIn && withTrash ? [{ ...seesAll, status: 'trash' }] : [];
  const hidden = signedIn && site.isKalends ? [{}, ...trash].map((of) => ({ ...of, hide_from_listings: 'true' })) : [];
  return [list(seesAll, true), ...[...hidden, ...trash].map((more) => list(more))];
}

/** Events as the public sees them: those masked there are protected by a password. */
export const publicLists = (fetched: readonly SiteList[], { namespace, isKalends }: Interface): Collection[] =>
  fetched
    .filter(({ kind, isRequired }) => kind === 'event' && isRequired)
    .map(({ first }) => {
      const query = Object.fromEntries([...first.searchParams].filter(([name]) => name !== 'context'));
      const fields = 'events.id,events.all_day,events.show_map,total,total_pages,next_rest_url';
      const open = listAt(namespace, 'events', isKalends ? { ...query, _fields: fields } : query);
      return { first: open, isRequired: false, isSecret: false, isNumbered: true };
    });

export const eventAt = (namespace: URL, id: number): URL => routeBelow(namespace, `events/${id}`);

export function inLanguage(fetched: readonly SiteList[], language: string): SiteList[] {
  return fetched.map((list) => {
    const first = new URL(list.first);
    first.searchParams.set('i18n_language', language);
    return { ...list, first };
  });
}
