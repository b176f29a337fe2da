// The lists and single records to request from a site.
import { type ChangeKind, isTaxonomy, plurals } from '../../core/kinds.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { chunksOf } from '../../resources/records/rows/rows.ts';
import type { Collection } from '../fetch/download.ts';
import { BadReply, PageTooLarge, politeGet } from '../fetch/polite-get.ts';
import { routeBelow, withParameters } from '../fetch/urls.ts';
import { recordKinds } from '../source/prescan.ts';
import { idOf, isRecord, type RawRecord } from '../values.ts';
import type { SiteChange } from './changes.ts';
import type { SiteApi } from './discover.ts';
import type { ApiRun } from './run.ts';

export interface SiteList extends Collection {
  kind: ChangeKind;
  /** Together with the other lists of the kind it contains all its records. */
  isWholeKind: boolean;
}

type Query = Readonly<Record<string, string>>;
/** The part of a run that decides which lists are requested. */
type ListOptions = {
  site: ApiRun['site'];
  source: Pick<ApiRun['source'], 'credentials' | 'withTrash'>;
};

/** The largest page that the reference returns. */
const perPage = '50';
/** All of time, since the API lists from today by default; within the range of dates of every database and zone. */
const allTime = { start_date: '1001-01-01 00:00:00', end_date: '2999-12-31 23:59:59' };
/** All of time for a Kalends site, which accepts every year. */
const everyYear = { start_date: '0001-01-01T00:00:00Z', end_date: '9999-12-31T23:59:59Z' };
/** Ids per request, so that the URL stays short enough for every server. */
const idsAtOnce = 50;
/** With more changed events, all events are fetched. */
const maxIncluded = 1000;

const listAt = (namespace: URL, path: string, query: Query): URL =>
  withParameters(routeBelow(namespace, path), { per_page: perPage, ...query });

/** Editors see protected events in full. */
const inFull = ({ site, source }: ListOptions): Query =>
  source.credentials && !site.isKalends ? { context: 'edit' } : {};

/** The record, or the error reply; undefined if the site sends another record, or one that is too large. */
export async function requestRecord(
  run: ApiRun,
  kind: ChangeKind,
  id: number,
): Promise<RawRecord | BadReply | undefined | 'no answer'> {
  const url = routeBelow(run.site.namespace, `${plurals[kind]}/${id}`);
  try {
    const { value } = await politeGet(withParameters(url, kind === 'event' ? inFull(run) : {}), run.get);
    return isRecord(value) && idOf(value['id']) === id ? value : undefined;
  } catch (error) {
    if (error instanceof BadReply) return error;
    if (error instanceof PageTooLarge) return undefined;
    if (error instanceof TransferProblem) return 'no answer';
    throw error;
  }
}

export const mediaList = ({ namespace }: SiteApi): Collection => ({ first: listAt(namespace, 'media', {}) });

/** With `changes`, only what contains these records. */
export const siteLists = (options: ListOptions, changes?: readonly SiteChange[]): SiteList[] =>
  recordKinds.flatMap((kind) => {
    const changed = changes?.filter((change) => change.kind === kind && !change.isRemoved);
    if (changed?.length === 0) return [];
    if (kind !== 'event') return recordLists(kind, options);
    if (changed === undefined || changed.length > maxIncluded) return eventLists({}, options, true);
    const chunks = [...chunksOf(changed, idsAtOnce)].map((some) => some.map(({ id }) => id).join(','));
    return chunks.flatMap((include) => eventLists({ include }, options, false));
  });

function recordLists(kind: Exclude<ChangeKind, 'event'>, { site, source }: ListOptions): SiteList[] {
  const list = (query: Query, isWholeKind: boolean): SiteList => ({
    first: listAt(site.namespace, plurals[kind], query),
    kind,
    isWholeKind,
    // What a sync by its change feed misses is not in the feed again.
    isRequired: site.isKalends && isWholeKind,
  });
  if (isTaxonomy(kind)) return [list({ hide_empty: 'false' }, true)];
  return [list({}, true), ...(source.withTrash ? [list({ status: 'trash' }, false)] : [])];
}

/** Hidden and trashed events have lists of their own. */
function eventLists(query: Query, options: ListOptions, isWholeKind: boolean): SiteList[] {
  const { site, source } = options;
  const { credentials, withTrash } = source;
  const list = (more: Query, isRequired = false): SiteList => ({
    first: listAt(site.namespace, 'events', { ...(site.isKalends ? everyYear : allTime), ...query, ...more }),
    kind: 'event',
    isWholeKind,
    isRequired,
  });
  const seesAll = inFull(options);
  const trash = credentials && withTrash ? [{ ...seesAll, status: 'trash' }] : [];
  const hidden =
    credentials && site.isKalends ? [{}, ...trash].map((of) => ({ ...of, hide_from_listings: 'true' })) : [];
  return [list(seesAll, true), ...[...hidden, ...trash].map((more) => list(more))];
}

/** Events as the public sees them: those masked there are protected by a password. */
export const publicLists = (
  { site: { namespace, isKalends } }: ListOptions,
  events: readonly { collection: SiteList }[],
): Collection[] =>
  events.map(({ collection: { first } }) => {
    const query = Object.fromEntries([...first.searchParams].filter(([name]) => name !== 'context'));
    const fields = 'events.id,events.all_day,events.show_map,total,total_pages,next_rest_url';
    const open = listAt(namespace, 'events', isKalends ? { ...query, _fields: fields } : query);
    return { first: open, isPublic: true };
  });

export const inLanguage = <List extends Collection>(list: List, language: string): List => ({
  ...list,
  first: withParameters(list.first, { i18n_language: language }),
});
