// Parses references to venues, organizers and terms in event writes (D24, D25, D27).
import type { RelatedKind } from '../../../core/kinds.ts';
import { Fault, type Field, fault } from '../../../http/params/field.ts';
import { toMembers } from '../../../http/params/lists.ts';
import { type Raw, Repeated } from '../../../http/params/raw.ts';
import { custom, readInteger, readText } from '../../../http/params/scalars.ts';
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

const isObject = (raw: Raw): raw is { [key: string]: Raw } =>
  raw !== null && typeof raw === 'object' && !Array.isArray(raw) && !(raw instanceof Repeated);

function toReference(member: Raw): LinkReference | undefined {
  if (!isObject(member)) {
    const id = readInteger(member);
    return id !== undefined && id > 0 ? { id } : undefined;
  }
  const { id } = member;
  if (id === undefined || id === null || id === '') return { data: member };
  const number = readInteger(id);
  return number !== undefined && number > 0 ? { id: number } : undefined;
}

function withoutRepeats(references: readonly LinkReference[]): LinkReference[] {
  const seen = new Set<number>();
  return references.filter((reference) => {
    if (!('id' in reference)) return true;
    if (seen.has(reference.id)) return false;
    seen.add(reference.id);
    return true;
  });
}

/** Ids, names or slugs in any mix; a string of digits is an id. The keys of an object are ignored. */
export function termReferences(): Field<(number | string)[], 'invalid'> {
  return custom<(number | string)[]>(
    {
      type: ['array', 'string', 'integer', 'object'],
      items: { type: ['integer', 'string'] },
      additionalProperties: { type: ['integer', 'string'] },
    },
    (raw) => {
      const members = isObject(raw) ? Object.values(raw) : toMembers(raw);
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
  if (typeof member === 'number' || (typeof member === 'string' && /^\s*\d+\s*$/.test(member))) {
    const id = readInteger(member);
    return id !== undefined && id > 0 ? id : fault('terms_expected');
  }
  if (typeof member !== 'string') return fault('terms_expected');
  return readText(member);
}
