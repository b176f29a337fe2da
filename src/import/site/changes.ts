// The change feed of a Kalends site.

import { TransferProblem } from '../../core/transfer-problem.ts';
import { routeBelow } from '../fetch/addresses.ts';
import { BadReply, type GetOptions, politeGet } from '../fetch/polite-get.ts';
import { idOf, isRecord } from '../rest/values.ts';
import type { SectionKind } from '../source/prescan.ts';
import { siteKinds } from './state.ts';

export interface SiteChange {
  kind: SectionKind;
  id: number;
  isRemoved: boolean;
}

export interface Feed {
  /** Where the next import continues. */
  token: string;
  /** Changes since the last import; undefined if all records have to be compared. */
  changes: readonly SiteChange[] | undefined;
}

/** With more pages of changes, comparing all records is cheaper. */
const maxPages = 100;

export async function readFeed(namespace: URL, since: string | null, options: GetOptions): Promise<Feed> {
  const changes: SiteChange[] = [];
  let token = since;
  try {
    for (let page = 0; page < maxPages; page++) {
      const { body } = await politeGet(feedAt(namespace, token), options);
      const reply: unknown = JSON.parse(body.toString('utf8'));
      if (!isRecord(reply) || typeof reply['next_token'] !== 'string')
        throw new TransferProblem(`${namespace.href} has a feed of changes that cannot be read.`);
      if (since === null) return { token: reply['next_token'], changes: undefined };
      token = reply['next_token'];
      if (Array.isArray(reply['changes'])) changes.push(...reply['changes'].flatMap(readChange));
      if (reply['has_more'] !== true) return { token, changes };
    }
  } catch (error) {
    const isExpired = error instanceof BadReply && (error.status === 410 || error.status === 400);
    if (!isExpired || since === null) throw error;
  }
  return readFeed(namespace, null, options);
}

function feedAt(namespace: URL, since: string | null): URL {
  const url = routeBelow(namespace, 'changes');
  if (since !== null) url.searchParams.set('since', since);
  return url;
}

function readChange(raw: unknown): SiteChange[] {
  const id = isRecord(raw) ? idOf(raw['id']) : undefined;
  const kind = isRecord(raw) ? siteKinds.find((known) => known === raw['type']) : undefined;
  return id === undefined || kind === undefined
    ? []
    : [{ kind, id, isRemoved: (raw as { change: unknown }).change === 'removed' }];
}
