// The change feed of a Kalends site.

import type { ChangeKind } from '../../core/kinds.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { BadReply, type GetOptions, politeGet } from '../fetch/polite-get.ts';
import { routeBelow, withParameters } from '../fetch/urls.ts';
import { recordKinds } from '../source/prescan.ts';
import { idOf, isRecord, membersOf } from '../values.ts';

export interface SiteChange {
  kind: ChangeKind;
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
  const feed = routeBelow(namespace, 'changes');
  const changes: SiteChange[] = [];
  let token = since;
  try {
    for (let page = 0; page < maxPages; page++) {
      const { value: reply } = await politeGet(withParameters(feed, token === null ? {} : { since: token }), options);
      if (!isRecord(reply) || typeof reply['next_token'] !== 'string')
        throw new TransferProblem(`${namespace.href} has a change feed that cannot be read.`);
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

function readChange(raw: unknown): SiteChange[] {
  const { id: sent, type, change } = membersOf(raw);
  const id = idOf(sent);
  const kind = recordKinds.find((known) => known === type);
  return id === undefined || kind === undefined ? [] : [{ kind, id, isRemoved: change === 'removed' }];
}
