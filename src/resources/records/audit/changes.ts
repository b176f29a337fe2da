// Describes the changes of a write by the API's field names. Texts carry their language: `title@fr`.
import type { ChangeKind } from '../../../core/kinds.ts';

export type AuditedKind = ChangeKind | 'media';

/** Value by field. */
export type State = Readonly<Record<string, unknown>>;
export type FieldChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

const titleNames: Readonly<Record<string, string>> = { venue: 'venue', organizer: 'organizer' };

const textName = (kind: AuditedKind, column: string): string => {
  if (column === 'title') return titleNames[kind] ?? 'title';
  return kind === 'media' && column === 'description' ? 'alt_text' : column;
};

/** Columns of `record_texts` and `term_texts` that are not texts or derive from them. */
const notTexts = new Set([
  ...['rowid', 'record_id', 'term_id', 'kind', 'taxonomy', 'language', 'is_original'],
  ...['title_folded', 'body_folded', 'name_folded'],
]);

/** Audited fields of the texts in one language. */
export const stateOfTexts = (kind: AuditedKind, language: string, texts: object): State =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([column, value]) =>
      notTexts.has(column) ? [] : [[`${textName(kind, column)}@${language}`, value ?? '']],
    ),
  );

/** Pairs of values of the fields that differ; a missing field counts as empty. */
export function pairs(before: State, after: State): FieldChanges {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const pair = [before[field] ?? null, after[field] ?? null] as const;
      const isSame = JSON.stringify(pair[0]) === JSON.stringify(pair[1]) || pair.every((value) => !isFilled(value));
      return isSame ? [] : [[field, pair]];
    }),
  );
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);
