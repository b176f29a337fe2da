// Whole records as rows, ready to be stored: what imports, restores and the demonstration write.
import { foldText } from '../../core/text/fold.ts';
import { htmlToText } from '../../core/text/html.ts';
import type { EventsTable, RecordKind, RelatedKind, RelatedRecordsTable, TermsTable } from '../../store/schema.ts';
import { searchable } from '../related/patch.ts';
import type { Texts } from './texts.ts';

/** Of one language; the record's own one always has a slug. */
export interface TextRow extends Texts {
  language: string;
  slug: string | null;
}

export interface EventRows {
  row: EventsTable;
  texts: readonly TextRow[];
  /** In their order. */
  links: Readonly<Record<RelatedKind, readonly number[]>>;
  termIds: readonly number[];
}

export interface RelatedRows {
  row: RelatedRecordsTable;
  texts: readonly TextRow[];
}

export interface TermTextRow {
  language: string;
  name: string;
  description: string;
  slug: string | null;
}

export interface TermRows {
  row: Omit<TermsTable, 'id' | 'event_count'> & { id: number };
  texts: readonly TermTextRow[];
}

interface Owner {
  id: number;
  kind: RecordKind;
  language: string;
}

const noTexts: Texts = { title: '', description: '', excerpt: '', website: '' };

/** Rows of `record_texts`, with what search looks through as texts.ts makes it. */
export function recordTextRows(
  owner: Owner,
  texts: readonly TextRow[],
  searched: (texts: Texts) => readonly string[] = () => [],
) {
  const original = texts.find(({ language }) => language === owner.language) ?? noTexts;
  return texts.map(({ language, slug, title, description, excerpt, website }) => {
    const shown: Texts = {
      title: title || original.title,
      description: description || original.description,
      excerpt: excerpt || original.excerpt,
      website: website || original.website,
    };
    return {
      record_id: owner.id,
      kind: owner.kind,
      language,
      is_original: language === owner.language ? (1 as const) : (0 as const),
      title,
      description,
      excerpt,
      website,
      slug,
      title_folded: foldText(shown.title),
      body_folded: [htmlToText(shown.excerpt), htmlToText(shown.description), ...searched(shown)]
        .map(foldText)
        .join('\n'),
    };
  });
}

export const relatedTextRows = ({ row, texts }: RelatedRows) => recordTextRows(row, texts, searchable(row));

export const termTextRows = ({ row, texts }: TermRows) =>
  texts.map(({ language, name, description, slug }) => ({
    term_id: row.id,
    taxonomy: row.taxonomy,
    language,
    is_original: language === row.language ? (1 as const) : (0 as const),
    name,
    description,
    slug,
    name_folded: foldText(name),
  }));
