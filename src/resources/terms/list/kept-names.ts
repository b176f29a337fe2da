// To put a whole vocabulary in order for each page of it would cost as much as there are terms: the order is kept, and after
// a write only those terms that it touched find their places anew.
import { LRUCache } from 'lru-cache';
import type { Taxonomy } from '../../../core/kinds.ts';
import type { Store } from '../../../store/store.ts';
import type { InvalidationLog, LogPosition } from '../../records/cache/invalidation-log.ts';
import { isTermTag, termOf } from '../../records/cache/invalidation-rows.ts';
import { inOrder, type NameOrder, withChanged } from './name-order.ts';
import { termNames } from './repository-names.ts';

export interface Unordered {
  taxonomy: Taxonomy;
  language: string;
  ids: readonly number[];
  /** Names are as of this version of the calendar or a later one, or as they are `now`. */
  version: number | 'now';
}

/** An order with the terms asked for at least, unless they are gone. */
export type OrderOfNames = (asked: Unordered) => Promise<NameOrder>;

interface Kept {
  order: NameOrder;
  /** The log had come so far before its names were read. */
  reached: LogPosition;
}

/** More are read with all others. */
const mostNamed = 500;
const bytesOfOne = 64;

const bytesOf = ({ order }: Kept): number =>
  [...order.names.values()].reduce((bytes, name) => bytes + bytesOfOne + 2 * name.length, bytesOfOne);

/** With a `maxBytes` of 0 nothing is kept. */
export function createOrderOfNames(store: Store, log: InvalidationLog, maxBytes: number): OrderOfNames {
  const kept = new LRUCache<string, Kept>({ maxSize: Math.max(1, maxBytes), sizeCalculation: bytesOf });
  const making = new Map<string, Promise<NameOrder>>();
  /** What is not kept of these had no room, or has lost it to others. */
  const readOnce = new Set<string>();

  async function read({ taxonomy, language }: Unordered, ids?: readonly number[]): Promise<NameOrder> {
    return inOrder(await termNames(store.reader, taxonomy, language, ids), language);
  }

  async function make(key: string, asked: Unordered): Promise<NameOrder> {
    const { taxonomy, language, version } = asked;
    const reached = await log.read(version);
    const known = kept.get(key);
    const touched = known && log.changedSince(known.reached)?.filter(isTermTag).map(termOf);
    if (known && touched?.length === 0) {
      known.reached = reached;
      return known.order;
    }
    const order =
      known && touched && touched.length <= mostNamed
        ? withChanged(known.order, touched, await termNames(store.reader, taxonomy, language, touched), language)
        : await read(asked);
    kept.set(key, { order, reached });
    readOnce.add(key);
    return order;
  }

  return async (asked) => {
    const key = `${asked.taxonomy} ${asked.language}`;
    const few = asked.ids.length > mostNamed ? undefined : asked.ids;
    if (maxBytes <= 0 || (few && readOnce.has(key) && !kept.has(key))) return read(asked, few);
    if (asked.version === 'now') return make(key, asked);
    const turn = `${key} ${asked.version}`;
    const order = making.get(turn) ?? make(key, asked).finally(() => making.delete(turn));
    making.set(turn, order);
    return order;
  };
}
