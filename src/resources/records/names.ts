// What routes and their documentation call a kind of records.
import { type LoggedKind, plurals } from '../../core/kinds.ts';

export interface KindNames {
  /** Path of the list, `/events`. */
  path: string;
  /** `Event`, in names of operations and schemas. */
  noun: string;
  /** In sentences. */
  aRecord: string;
  plural: string;
}

export function namesOf(kind: LoggedKind): KindNames {
  const plural = plurals[kind];
  const noun = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (kind === 'media') return { path: `/${plural}`, noun, aRecord: 'an image', plural: 'images' };
  return { path: `/${plural}`, noun, aRecord: `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`, plural };
}
