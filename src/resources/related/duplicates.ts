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
 * The oldest record that is equal in every field sent and on which the caller has the right: a create answers
 * it unchanged instead of doubling it (D31, D24). Fields that were not sent do not count. Texts are those of its own
 * language, else those that the caller reads.
 */
export async function findTwin(
  db: Reader,
  kind: RelatedKind,
  values: CheckedValues,
  scope: RecordScope,
  hasRight: (caller: Caller, record: Owned) => boolean,
): Promise<RelatedRecord | undefined> {
  if (!values.name) return undefined;
  const sent = asStored(values, scope);
  const isTwin = (record: RelatedRecord) => hasRight(scope.caller, ownedOf(record, scope.now)) && isEqual(record, sent);
  const named = { kind, name: values.name, columns: columnsOf(kind, values) };
  return (await findNamed(db, named, isTwin)) ?? findNamed(db, { ...named, language: scope.language }, isTwin);
}

/** Of very many with one name, such as that of a chain, few have the same place. */
const columnsOf = (kind: RelatedKind, values: CheckedValues): Namesake['columns'] =>
  Object.fromEntries(plainColumns[kind].flatMap((column) => (values[column] ? [[column, values[column]]] : [])));

/** The values sent, as a record would hold them. */
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
