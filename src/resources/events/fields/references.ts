// Parses references to venues, organizers and terms in event writes (D24, D25, D27).
import type { RelatedKind } from '../../../core/kinds.ts';
import { Fault, type Field, fault } from '../../../http/params/field.ts';
import { toMembers } from '../../../http/params/lists.ts';
import { isObject, type Raw } from '../../../http/params/raw.ts';
import { custom, readId, readText } from '../../../http/params/scalars.ts';
import type { LinkReference } from '../types.ts';

const maxLinks = 100;
const maxTerms = 200;
const emptyValues: readonly Raw[] = [0, '0', false, 'false', ''];

/** Accepts an id, a string of ids, an object with `id`, an object with the data of a new record, or a list of these. */
export function linkReferences(kind: RelatedKind): Field<LinkReference[], 'invalid'> {
  const object = { type: 'object', additionalProperties: true };
  const schema = {
    oneOf: [
      { type: ['integer', 'string'] },
      object,
      { type: 'array', items: { oneOf: [{ type: ['integer', 'string'] }, object] } },
    ],
  };
  return custom<LinkReference[]>(schema, (raw) => {
    const members = isObject(raw) ? [raw] : toMembers(raw);
    if (emptyValues.includes(raw)) return [];
    const filled = members?.filter((member) => !emptyValues.includes(member));
    if (!filled) return fault('link_expected', { kind });
    if (filled.length > maxLinks) return fault('too_many_values', { max: maxLinks });
    const references = filled.map(toReference);
    if (references.some((reference) => reference === undefined)) return fault('link_expected', { kind });
    return withoutRepeats(references as LinkReference[]);
  });
}

function toReference(member: Raw): LinkReference | undefined {
  const named = isObject(member) ? member['id'] : member;
  if (isObject(member) && (named === undefined || named === null || named === '')) return { data: member };
  const id = readId(named as Raw);
  return id === undefined ? undefined : { id };
}

/** An id counts once, the data of a new record each time. */
const withoutRepeats = (references: readonly LinkReference[]): LinkReference[] => [
  ...new Map(references.map((reference) => ['id' in reference ? reference.id : reference, reference])).values(),
];

/**
 * Ids, names, slugs or objects with `id` in any mix; a string of digits is an id. Of an object without `id` the values
 * count, as of a form that numbers its fields.
 */
export function termReferences(): Field<(number | string)[], 'invalid'> {
  return custom<(number | string)[]>(
    {
      type: ['array', 'string', 'integer', 'object'],
      items: { type: ['integer', 'string', 'object'] },
      additionalProperties: true,
    },
    (raw) => {
      if (raw === false) return [];
      const members = isObject(raw) ? ('id' in raw ? [raw] : Object.values(raw)) : toMembers(raw);
      if (!members) return fault('terms_expected');
      if (members.length > maxTerms) return fault('too_many_values', { max: maxTerms });
      const references = new Set<number | string>();
      for (const member of members) {
        if (member === '' || member === null || member === 0 || member === '0') continue;
        const reference = toTermReference(member);
        if (reference instanceof Fault) return reference;
        references.add(reference);
      }
      return [...references];
    },
  );
}

function toTermReference(member: Raw): number | string | Fault {
  if (isObject(member)) return readId(member['id'] ?? null) ?? fault('terms_expected');
  if (typeof member === 'number' || (typeof member === 'string' && /^\s*\d+\s*$/.test(member)))
    return readId(member) ?? fault('terms_expected');
  if (typeof member !== 'string') return fault('terms_expected');
  return readText(member);
}
