// The search of the list of events.
import { type SqlBool, sql } from 'kysely';
import { searchTerms } from '../../../core/text/fold.ts';
import { idsWithText, shownTextMeets } from '../../records/list/search.ts';
import type { Condition, FilterQuery, IdSet } from './filter.ts';

/** A set for each word that an index finds; few events are tested by their texts instead. */
export function wordSets(search: string, { store: { dialect }, scope: { language }, path }: FilterQuery): IdSet[] {
  if (path === 'some') return [];
  const words = searchTerms(search).include.filter((word) => dialect.isIndexed(word));
  return words.map((word) => {
    const ids = idsWithText(dialect, word, { kind: 'event', language });
    const each = shownTextMeets('e.id', language, [dialect.contains(word, false)]);
    return { ids, has: sql<SqlBool>`e.id in ${ids}`, each };
  });
}

/**
 * What the sets of ids leave open. Of `jazz -rock go`, where no index finds `go`:
 *
 *   `jazz`   nothing; where some events are masked, that this one is not, or has the word in its title (D16)
 *   `-rock`  that the event is not among those with the word
 *   `go`     that the text in the reader's language contains it
 *
 * For few events (`some`) the text is tested for all three. No words at all find nothing.
 */
export function matchesText(search: string, { store: { dialect }, scope, path, isWhole }: FilterQuery): Condition[] {
  const { include, exclude } = searchTerms(search);
  if (include.length === 0 && exclude.length === 0) return [sql<SqlBool>`0 = 1`];
  const { language, someProtected } = scope;
  const isScanned = (term: string) => path === 'some' || !dialect.isIndexed(term);
  const isFound = (term: string) => !isScanned(term);
  const contains = (term: string): Condition =>
    someProtected
      ? sql<SqlBool>`(${dialect.contains(term, true)} or (${isWhole} and ${dialect.contains(term, false)}))`
      : dialect.contains(term, false);
  const scanned = [
    ...include.filter(isScanned).map(contains),
    ...exclude.filter(isScanned).map((term) => sql<SqlBool>`not ${contains(term)}`),
  ];
  // The index says that a word occurs; in a masked text only the title counts, and few are masked.
  const counts = (terms: readonly string[]): Condition[] => {
    const titles = terms.map((term) => dialect.contains(term, true));
    if (!someProtected || titles.length === 0) return [];
    return [sql<SqlBool>`(${isWhole} or ${shownTextMeets('e.id', language, titles)})`];
  };
  const found = (term: string) => sql<SqlBool>`e.id in ${idsWithText(dialect, term, { kind: 'event', language })}`;
  return [
    ...exclude
      .filter(isFound)
      .map((term) => sql<SqlBool>`not (${sql.join([found(term), ...counts([term])], sql` and `)})`),
    ...(scanned.length > 0 ? [shownTextMeets('e.id', language, scanned)] : []),
    ...counts(include.filter(isFound)),
  ];
}
