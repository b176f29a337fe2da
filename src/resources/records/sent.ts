import type { Problems } from '../../core/api-error.ts';

/** What a write says, and what is wrong with it; the service adds what only the database can tell. */
export interface Sent<V> {
  values: V;
  problems: Problems;
}
