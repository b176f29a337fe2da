import type { CacheValidity } from '../../../cache/validity.ts';
import { isAnonymous } from '../../../core/roles.ts';
import type { Reader, Store } from '../../../store/store.ts';
import type { Scope } from '../../records/scope.ts';
import { matchingKeys } from '../repository-keys.ts';
import { aboveUsed } from '../repository-tree.ts';
import type { TermFilter, TermKey } from '../types.ts';
import type { OrderOfNames } from './kept-names.ts';
import { byName } from './name-order.ts';
import { byOrder, type OrderedTerms } from './order.ts';

export interface TermLists {
  store: Store;
  orderOfNames: OrderOfNames;
}

/** All that the filter finds, in its order, as far as that compares them: a page is cut from it, and read whole. */
export async function listTerms(
  { store, orderOfNames }: TermLists,
  filter: TermFilter,
  { caller, language, now, validity }: Scope & { validity: CacheValidity },
): Promise<OrderedTerms> {
  const { taxonomy } = filter;
  const found = await matchingKeys(store.reader, filter, language, now);
  const isShown = await hiding(store.reader, filter, found, now);
  const shown = found.filter(isShown);
  // Who signs in may have written just now, through another machine.
  const version = isAnonymous(caller) ? validity.version : 'now';
  const order = await orderOfNames({ taxonomy, language, ids: shown.map(({ id }) => id), version });
  const ordering = { ...filter, names: order.names, language };
  return { ...ordering, terms: byOrder(byName(shown, order, language), ordering) };
}

/** `hide_empty` hides terms without events, but not the ancestors of a category that has some. */
async function hiding(
  db: Reader,
  { taxonomy, hideEmpty, eventId }: TermFilter,
  found: readonly TermKey[],
  now: number,
): Promise<(term: TermKey) => boolean> {
  if (!hideEmpty || eventId !== undefined) return () => true;
  const isAnyAbove = taxonomy === 'category' && found.some((term) => term.count < 1);
  const above = isAnyAbove ? await aboveUsed(db, now) : new Set<number>();
  return (term) => term.count > 0 || above.has(term.id);
}
