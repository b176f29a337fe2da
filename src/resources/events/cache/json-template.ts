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

/** An object, some of whose members are templates. */
export function jsonTemplate(
  object: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, JsonTemplate>>,
): JsonTemplate {
  const parts: JsonTemplate[] = [];
  let plain: Record<string, unknown> = {};
  const endPlain = () => {
    const json = JSON.stringify(plain).slice(1, -1);
    if (json !== '') parts.push(plainJson(json));
    plain = {};
  };
  for (const [name, value] of Object.entries(object)) {
    const member = members[name];
    if (member) {
      endPlain();
      parts.push(concatenated([plainJson(`${JSON.stringify(name)}:`), member]));
    } else plain[name] = value;
  }
  endPlain();
  return separated('{', parts, '}');
}

export const listTemplate = (items: readonly JsonTemplate[]): JsonTemplate => separated('[', items, ']');

/** A term with a gap for its count. */
export const termTemplate = (term: Readonly<Record<string, unknown>> & { id: number }): JsonTemplate =>
  jsonTemplate(term, { count: { pieces: ['', ''], terms: [term.id] } });

const separated = (open: string, parts: readonly JsonTemplate[], close: string): JsonTemplate =>
  concatenated([
    plainJson(open),
    ...parts.flatMap((part, index) => (index === 0 ? [part] : [plainJson(','), part])),
    plainJson(close),
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
  /** Digest of the bytes. */
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
