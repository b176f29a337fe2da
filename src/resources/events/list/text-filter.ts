// The full-text search of the event list.
import { type SqlBool, sql } from 'kysely';
import { searchTerms } from '../../../core/text/fold.ts';
import { idsWithText, visibleTextMatches } from '../../records/list/search.ts';
import type { Condition, FilterQuery, IdSet } from './filter.ts';

/** A set for each word in the text index. Single events are tested by `matchesText` instead. */
export function wordSets(search: string, { store: { dialect }, scope: { language }, path }: FilterQuery): IdSet[] {
  if (path === 'each') return [];
  const words = searchTerms(search).include.filter((word) => dialect.isIndexed(word));
  return words.map((word) => {
    const ids = idsWithText(dialect, word, { kind: 'event', language });
    const ofFew = visibleTextMatches('e.id', language, [dialect.contains(word, false)]);
    return { ids, has: sql<SqlBool>`e.id in ${ids}`, ofFew };
  });
}

/**
 * What the id sets leave to be tested. For `jazz -rock go`, where `go` is too short for the text index:
 *
 *   `jazz`   nothing; if the calendar has masked events, that the event is unmasked or has the word in its title (D16)
 *   `-rock`  that the event is not among those with the word
 *   `go`     that the text in the reader's language contains it
 *
 * Single events (`each`) are tested for all three. A search without words finds nothing.
 */
export function matchesText(search: string, { store: { dialect }, scope, path, isUnmasked }: FilterQuery): Condition[] {
  const { include, exclude } = searchTerms(search);
  if (include.length === 0 && exclude.length === 0) return [sql<SqlBool>`0 = 1`];
  const { language, hasProtected } = scope;
  const isScanned = (term: string) => path === 'each' || !dialect.isIndexed(term);
  const isIndexed = (term: string) => !isScanned(term);
  const contains = (term: string): Condition =>
    hasProtected
      ? sql<SqlBool>`(${dialect.contains(term, true)} or (${isUnmasked} and ${dialect.contains(term, false)}))`
      : dialect.contains(term, false);
  const scanned = [
    ...include.filter(isScanned).map(contains),
    ...exclude.filter(isScanned).map((term) => sql<SqlBool>`not ${contains(term)}`),
  ];
  // The index also finds words in masked texts, of which only the title may be searched.
  const isAllowed = (terms: readonly string[]): Condition[] => {
    const titles = terms.map((term) => dialect.contains(term, true));
    if (!hasProtected || titles.length === 0) return [];
    return [sql<SqlBool>`(${isUnmasked} or ${visibleTextMatches('e.id', language, titles)})`];
  };
  const found = (term: string) => sql<SqlBool>`e.id in ${idsWithText(dialect, term, { kind: 'event', language })}`;
  return [
    ...exclude
      .filter(isIndexed)
      .map((term) => sql<SqlBool>`not (${sql.join([found(term), ...isAllowed([term])], sql` and `)})`),
    ...(scanned.length > 0 ? [visibleTextMatches('e.id', language, scanned)] : []),
    ...isAllowed(include.filter(isIndexed)),
  ];
}
