import { type Fault, type Field, fault, typeFault } from './field.ts';
import { isObject, type Raw, Repeated } from './raw.ts';
import { custom, readId, readInteger, readText } from './scalars.ts';

/** More than any list of the API needs. Duplicates are removed first, so that they cost nothing. */
const maxMembers = 1000;

/**
 * JSON list, `a[]=1`, `a[x]=1`, repeated keys, and text separated by commas (D3), without empty members; a single value is a
 * list of one.
 */
export function toMembers(raw: Raw): Raw[] | undefined {
  if (raw instanceof Repeated) return raw.values.flatMap(splitCommas);
  if (Array.isArray(raw)) return raw.filter((member) => member !== '');
  if (isObject(raw)) return toMembers(Object.values(raw));
  if (typeof raw === 'string') return splitCommas(raw);
  if (typeof raw === 'number') return [raw];
  return undefined;
}

/** The parts between commas, without spaces around them and empty ones. */
export const splitCommas = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function membersOf(raw: Raw, expected: 'ids_expected' | 'ids_or_slugs_expected'): Raw[] | Fault {
  const members = toMembers(raw);
  if (members === undefined || members.length === 0) return typeFault(expected);
  const unique = [...new Set(members)];
  return unique.length > maxMembers ? fault('too_many_values', { max: maxMembers }) : unique;
}

/** Ids, each a positive whole number. */
export const ids = (): Field<number[], 'invalid'> =>
  custom({ type: 'array', items: { type: 'integer', minimum: 1 } }, (raw) => {
    const members = membersOf(raw, 'ids_expected');
    if (!Array.isArray(members)) return members;
    const found = members.map(readId);
    return found.includes(undefined) ? fault('ids_expected') : [...new Set(found as number[])];
  });

/** Ids or slugs, as text; the lookup decides which of them a member is. */
export const idsOrSlugs = (): Field<string[], 'invalid'> =>
  custom({ type: 'array', items: { type: ['integer', 'string'] } }, (raw) => {
    const members = membersOf(raw, 'ids_or_slugs_expected');
    if (!Array.isArray(members)) return members;
    const texts: string[] = [];
    for (const member of members) {
      const value = typeof member === 'number' ? String(readInteger(member) ?? '') : readText(member);
      if (typeof value !== 'string') return value;
      if (value === '') return fault('ids_or_slugs_expected');
      texts.push(value);
    }
    return [...new Set(texts)];
  });

/** Values from a fixed set, separated by commas or as a list. */
export const setOf = <const T extends string>(values: readonly T[]): Field<T[], 'invalid'> =>
  custom({ type: 'array', items: { type: 'string', enum: values } }, (raw) => {
    const members = toMembers(raw);
    const accepted = members?.map((member) => values.find((value) => value === member));
    if (!accepted || accepted.length === 0 || accepted.some((value) => value === undefined))
      return fault('one_of', { values: values.join(', ') });
    return [...new Set(accepted as T[])];
  });
