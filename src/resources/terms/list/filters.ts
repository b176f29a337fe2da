import type { CacheValidity } from '../../../cache/validity.ts';
import { isAnonymous } from '../../../core/roles.ts';
import type { Reader, Store } from '../../../store/store.ts';
import type { Scope } from '../../records/scope.ts';
import { matchingKeys } from '../repository-keys.ts';
import { usedWithAncestors } from '../repository-tree.ts';
import type { TermFilter, TermKey } from '../types.ts';
import type { OrderOfNames } from './name-order-cache.ts';
import { byName, byOrder, type OrderedTerms } from './order.ts';

export interface TermLists {
  store: Store;
  orderOfNames: OrderOfNames;
}

/** Sort keys of all matching terms, in order. Only the terms of the requested page are read in full. */
export async function listTerms(
  { store, orderOfNames }: TermLists,
  filter: TermFilter,
  { caller, language, now, validity }: Scope & { validity: CacheValidity },
): Promise<OrderedTerms> {
  const { taxonomy } = filter;
  const found = await matchingKeys(store.reader, filter, language, now);
  const isVisible = await visibilityOf(store.reader, filter, found, now);
  const visible = found.filter(isVisible);
  // A signed-in caller may have just written through another instance.
  const version = isAnonymous(caller) ? validity.version : 'now';
  const order = await orderOfNames({ taxonomy, language, version });
  const ordering = { ...filter, names: order.names, language };
  return { ...ordering, terms: byOrder(byName(visible, order), ordering) };
}

/** `hide_empty` hides terms without events, but not the ancestors of a category that has some. */
async function visibilityOf(
  db: Reader,
  { taxonomy, hideEmpty, eventId }: TermFilter,
  found: readonly TermKey[],
  now: number,
): Promise<(term: TermKey) => boolean> {
  if (!hideEmpty || eventId !== undefined) return () => true;
  const needsAncestors = taxonomy === 'category' && found.some((term) => term.count < 1);
  const used = needsAncestors ? await usedWithAncestors(db, now) : new Set<number>();
  return (term) => term.count > 0 || used.has(term.id);
}
