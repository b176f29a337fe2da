// What routes and their documentation call a kind of records.
import { type LoggedKind, plurals } from '../../core/kinds.ts';

/** The path is that of the list; the noun is used in names of operations and schemas, `aRecord` in sentences. */
export function namesOf(kind: LoggedKind) {
  const plural = plurals[kind];
  const noun = kind.charAt(0).toUpperCase() + kind.slice(1);
  if (kind === 'media') return { path: `/${plural}`, noun, aRecord: 'an image', plural: 'images' };
  return { path: `/${plural}`, noun, aRecord: `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`, plural };
}
