import type { RelatedKind } from '../../core/kinds.ts';
import type { Caller, Owned } from '../../core/roles.ts';
import { slugify } from '../../core/text/slug.ts';
import type { Reader } from '../../store/store.ts';
import type { RecordScope } from '../records/scope.ts';
import { ownedOf, statusToStore } from '../records/status.ts';
import type { CheckedValues } from './patch.ts';
import { findNamed, type Namesake } from './repository.ts';
import { plainColumns } from './table.ts';
import type { RelatedRecord } from './types.ts';

/**
 * The oldest record that equals the sent fields and passes `hasRight`: a create returns it unchanged instead of a duplicate
 * (D31, D24). Fields that were not sent are ignored. Original texts are compared first, then those in the caller's language.
 */
export async function findDuplicate(
  db: Reader,
  kind: RelatedKind,
  values: CheckedValues,
  scope: RecordScope,
  hasRight: (caller: Caller, record: Owned) => boolean,
): Promise<RelatedRecord | undefined> {
  const { [kind]: title, ...others } = values;
  if (!title) return undefined;
  const sent = { title, ...asStored(others, scope) };
  const isDuplicate = (record: RelatedRecord) =>
    hasRight(scope.caller, ownedOf(record, scope.now)) && isEqual(record, sent);
  const named = { kind, name: title, columns: columnsOf(kind, values) };
  return (
    (await findNamed(db, named, isDuplicate)) ?? findNamed(db, { ...named, language: scope.language }, isDuplicate)
  );
}

/** Columns that narrow the search in SQL: all branches of a chain may have the same name. */
const columnsOf = (kind: RelatedKind, values: CheckedValues): Namesake['columns'] =>
  Object.fromEntries(plainColumns[kind].flatMap((column) => (values[column] ? [[column, values[column]]] : [])));

/** The sent values in the form of a stored row. */
function asStored(values: CheckedValues, scope: RecordScope): Record<string, unknown> {
  const { author, status, slug, publishedAt, show_map, show_map_link, ...plain } = values;
  const flag = (value: boolean | null | undefined) => (value === null || value === undefined ? value : value ? 1 : 0);
  return {
    ...plain,
    author_id: author,
    status: status && statusToStore(scope.caller, status),
    slug: slug && slugify(slug),
    published_at: publishedAt,
    show_map: flag(show_map),
    show_map_link: flag(show_map_link),
  };
}

const isEqual = (record: RelatedRecord, sent: Record<string, unknown>): boolean =>
  Object.entries(sent).every(
    ([name, value]) =>
      value === null || value === undefined || value === (record as unknown as Record<string, unknown>)[name],
  );
