// Venues and organizers that a source tells by name and address only: those that are here are used, never doubled.
import { createHash } from 'node:crypto';
import { foldText } from '../../core/text/fold.ts';
import { linkedNamed } from '../../resources/linked/repository.ts';
import { emptyColumns, type LinkedRecord, linkedKinds } from '../../resources/linked/types.ts';
import type { LinkedKind } from '../../store/schema.ts';
import { labelOf } from '../pages/texts.ts';
import type { LinkedColumns } from '../pages/types.ts';
import type { MergeContext } from './context.ts';
import { createLinkedRecord } from './linked.ts';
import { linkedByKey, linkedOf } from './repository.ts';

export interface NamedRecord {
  kind: LinkedKind;
  name: string;
  columns: Partial<LinkedColumns>;
  website?: string;
}

export interface NamedLinkedMerger {
  /** One of the preferred, if it is one that is meant. */
  resolve(wanted: NamedRecord, preferred?: readonly number[]): Promise<number>;
}

export function createNamedLinkedMerger(context: MergeContext): NamedLinkedMerger {
  const resolved = new Map<string, number>();
  const seen = new Map<number, LinkedRecord>();
  return {
    async resolve(wanted, preferred = []) {
      for (const id of preferred) {
        const record = seen.get(id) ?? (await linkedOf(context.db, wanted.kind, id));
        if (record) seen.set(id, record);
        if (record?.name === wanted.name && isSame(record, wanted)) return id;
      }
      const key = keyOf(wanted);
      const known = resolved.get(key);
      if (known !== undefined) return known;
      const id = await findOrCreate(context, wanted, key);
      resolved.set(key, id);
      return id;
    },
  };
}

async function findOrCreate(context: MergeContext, wanted: NamedRecord, key: string): Promise<number> {
  const { kind, name, website = '' } = wanted;
  const stored =
    (await linkedByKey(context.db, kind, key)) ??
    (await linkedNamed(context.db, kind, name)).find((record) => isSame(record, wanted));
  context.reporter.count(linkedKinds[kind].plural, stored === undefined ? 'created' : 'unchanged');
  if (stored !== undefined) return stored.id;
  return createLinkedRecord(context, {
    kind,
    key,
    author: '',
    id: undefined,
    status: 'publish',
    publishedAt: undefined,
    modifiedAt: undefined,
    language: undefined,
    texts: { title: name, description: '', excerpt: '', website },
    slug: '',
    columns: { ...noColumns, ...wanted.columns },
    label: labelOf(kind, undefined, name),
  });
}

/** Stable, so that a record made by an import is known again however it was changed here. */
const keyOf = ({ kind, name, columns }: NamedRecord): string =>
  `by-name?${kind}=${createHash('sha256')
    .update(JSON.stringify([name, ...placeNames.map((column) => columns[column] ?? '')].map(essence)))
    .digest('hex')
    .slice(0, 32)}`;

const placeNames = ['address', 'city', 'zip', 'state', 'province', 'country', 'email'] as const;

/** Without punctuation, but with the signs of `C++` and `C#`, with vowels that scripts write as marks, and never empty. */
const essence = (text: string): string => {
  const folded = foldText(text);
  return folded.replace(/[^\p{L}\p{M}\p{N}\p{S}@#]+/gu, ' ').trim() || folded;
};

/** Of the same name, and whatever is told of its place is part of what is known of it; in which column does not matter. */
function isSame(record: LinkedRecord, { columns }: NamedRecord): boolean {
  const known = essence([...placeNames, 'stateprovince' as const].map((column) => record[column]).join(' '));
  if (columns.email && record.email && essence(columns.email) !== essence(record.email)) return false;
  const words = new Set(known.split(' '));
  return placeNames
    .filter((column) => column !== 'email')
    .flatMap((column) => essence(columns[column] ?? '').split(' '))
    .every((word) => word === '' || words.has(word));
}

const noColumns: LinkedColumns = {
  ...emptyColumns,
  show_map: 1,
  show_map_link: 1,
  geo_lat: null,
  geo_lng: null,
};
