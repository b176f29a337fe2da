// Serialised JSON with gaps for the event counts of terms, which change with every write and are filled in when it is sent.
import { hash } from 'node:crypto';
import type { ItemBytes } from '../../records/list/paging.ts';

export interface JsonTemplate {
  /** The JSON around the gaps: one piece more than there are gaps. */
  pieces: readonly string[];
  /** Id of the term of each gap. */
  terms: readonly number[];
}

export const plainJson = (json: string): JsonTemplate => ({ pieces: [json], terms: [] });

// Quotation marks in texts are escaped, so that no text looks like a member.
const count = /"count":-?\d+/;

/** JSON with the counts of these terms, in their order. */
export function termTemplate(json: string, terms: readonly number[]): JsonTemplate {
  const parts = json.split(count);
  if (parts.length !== terms.length + 1) throw new Error(`${parts.length - 1} counts of ${terms.length} terms`);
  return { pieces: parts.map((part, index) => (index < terms.length ? `${part}"count":` : part)), terms };
}

/** An object with other values of some members, which are empty lists in the object and in its order. */
export function jsonTemplate(object: object, members: Readonly<Record<string, JsonTemplate>>): JsonTemplate {
  const json = JSON.stringify(object);
  const parts: JsonTemplate[] = [];
  let from = 0;
  for (const [name, member] of Object.entries(members)) {
    const before = `"${name}":`;
    const at = json.indexOf(`${before}[]`, from);
    if (at < 0) throw new Error(`no empty list "${name}"`);
    parts.push(plainJson(json.slice(from, at) + before), member);
    from = at + before.length + '[]'.length;
  }
  return concatenated([...parts, plainJson(json.slice(from))]);
}

export const listTemplate = (items: readonly JsonTemplate[]): JsonTemplate =>
  concatenated([
    plainJson('['),
    ...items.flatMap((item, index) => (index === 0 ? [item] : [plainJson(','), item])),
    plainJson(']'),
  ]);

function concatenated(templates: readonly JsonTemplate[]): JsonTemplate {
  const pieces = [''];
  for (const template of templates) {
    pieces[pieces.length - 1] += template.pieces[0] as string;
    pieces.push(...template.pieces.slice(1));
  }
  return { pieces, terms: templates.flatMap(({ terms }) => terms) };
}

export interface CachedJson {
  /** Without the counts. */
  bytes: Uint8Array;
  /** Byte offset of each count. */
  gaps: readonly number[];
  terms: readonly number[];
  digest: string;
}

export function toBytes({ pieces, terms }: JsonTemplate): CachedJson {
  // The encoder allocates its own memory. A slice of Buffer's pool would keep the whole pool alive.
  const bytes = new TextEncoder().encode(pieces.join(''));
  const gaps: number[] = [];
  let length = 0;
  for (const piece of pieces.slice(0, -1)) {
    length += Buffer.byteLength(piece);
    gaps.push(length);
  }
  return { bytes, gaps, terms, digest: hash('sha256', bytes, 'base64') };
}

export function withCounts({ bytes, gaps, terms, digest }: CachedJson, counts: ReadonlyMap<number, number>): ItemBytes {
  const pieces: Uint8Array[] = [];
  let fullDigest = digest;
  let from = 0;
  for (const [index, to] of gaps.entries()) {
    const count = String(Math.max(0, counts.get(terms[index] as number) ?? 0));
    pieces.push(bytes.subarray(from, to), Buffer.from(count, 'latin1'));
    fullDigest += `,${count}`;
    from = to;
  }
  pieces.push(bytes.subarray(from));
  return { pieces, digest: fullDigest };
}
