// Finds events whose password protects only their page: until version 6.8.2.1 the plugin shows them in full in its lists.
// WordPress leaves protected posts out of searches by visitors, so a search for everything is compared with the list.
import { TransferProblem } from '../../core/transfer-problem.ts';
import { type Downloaded, downloadLists } from '../fetch/download.ts';
import { BadReply, politeGet } from '../fetch/polite-get.ts';
import { isSameSite, withParameters } from '../fetch/urls.ts';
import { isMasked } from '../rest/left-out.ts';
import { readElements } from '../source/prescan.ts';
import { idOf, isRecord, membersOf, textOf } from '../values.ts';
import type { ApiRun } from './run.ts';
import { maxSingleReads } from './wordpress.ts';

/** An excluded word, which no event has. */
const everything = '-kalendsfindsall';
const unknownPasswords =
  'does not tell which events have a password; if its plugin is older than 6.8.2.1, they are public here';

/** `list` is as the public sees it; `unread` are events whose page cannot be read. */
export async function findUnmasked(list: Downloaded, run: ApiRun): Promise<{ closed: number[]; unread: number[] }> {
  const closed: number[] = [];
  const unread: number[] = [];
  const suspects = await urlsOf(list, run);
  const isSearched = await removeFound(suspects, list, run);
  if (!isSearched || suspects.size > maxSingleReads) {
    run.reporter.note({ source: run.name, record: 'the site' }, unknownPasswords);
    return { closed, unread };
  }
  for (const [id, url] of suspects) {
    const asks = await asksForPassword(url, run);
    if (asks !== false) (asks ? closed : unread).push(id);
  }
  return { closed, unread };
}

/** The pages of events that are not masked, by id. */
async function urlsOf({ pages }: Pick<Downloaded, 'pages'>, { limits }: ApiRun): Promise<Map<number, string>> {
  const urls = new Map<number, string>();
  for (const page of pages) {
    for await (const { kind, value } of readElements(page, limits)) {
      const id = kind === 'event' && isRecord(value) && !isMasked(value) ? idOf(value['id']) : undefined;
      if (id !== undefined) urls.set(id, textOf(membersOf(value)['url']));
    }
  }
  return urls;
}

/**
 * Removes the events that the search finds; usually one request shows that none is missing. Returns false if the site refuses
 * the search. If it does not answer, the import ends, as nothing may become public that might have a password.
 */
async function removeFound(events: Map<number, string>, { collection }: Downloaded, run: ApiRun): Promise<boolean> {
  const first = withParameters(collection.first, { search: everything });
  const get = { ...run.get, authorization: undefined };
  try {
    const { value } = await politeGet(withParameters(first, { per_page: '1' }), get);
    if (Number(membersOf(value)['total']) >= events.size) {
      events.clear();
      return true;
    }
    for (const found of await downloadLists([{ first, isPublic: true, isRequired: true }], run.get))
      for (const [id] of await urlsOf(found, run)) events.delete(id);
    return true;
  } catch (error) {
    if (!(error instanceof BadReply)) throw error;
    // An empty list.
    return error.code.endsWith('page-not-found');
  }
}

/** Undefined if the page cannot be read. */
async function asksForPassword(url: string, { site, get }: ApiRun): Promise<boolean | undefined> {
  const page = URL.parse(url);
  if (page === null || !isSameSite(page, site.namespace)) return undefined;
  try {
    const limits = { ...get.limits, attempts: Math.min(2, get.limits.attempts) };
    const { body } = await politeGet(page, { ...get, limits, authorization: undefined, acceptsHtml: true });
    return body.includes('post_password');
  } catch (error) {
    if (error instanceof TransferProblem) return undefined;
    throw error;
  }
}
