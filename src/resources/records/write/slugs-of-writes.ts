// A write of an event, venue or organizer with its slug.
import type { RelatedKind } from '../../../core/kinds.ts';
import type { PublicationColumns } from '../../../store/schema.ts';
import type { Writer } from '../../../store/store.ts';
import { newRecordId } from '../rows/record-ids.ts';
import { changeSlug, slugOfNew } from '../slugs.ts';
import { type LanguageTexts, noTexts, type TextChange } from '../texts/texts.ts';

/** What a write makes of a record. */
interface Applied<Row> {
  row: Row;
  texts: TextChange;
}

type Kind = 'event' | RelatedKind;
type SentSlug = string | null | undefined;

/** A new record with its id, its slug and all of its texts. */
export async function withIdAndSlug<Row extends PublicationColumns>(
  db: Writer,
  kind: Kind,
  { row, texts }: Applied<Row>,
  sent: SentSlug,
): Promise<{ row: Row; texts: LanguageTexts }> {
  const id = await newRecordId(db, kind);
  const { status, language } = row;
  const slug = await slugOfNew(db, kind, { id, sent, title: texts.title, status });
  // Created in the trash it was never published, whoever created it.
  const trashedFrom = status === 'trash' ? { trashed_from: 'draft' as const } : {};
  return { row: { ...row, id, ...trashedFrom }, texts: { ...noTexts, ...texts, language, slug } };
}

/** The texts that change in a language, with the slug if that changes. Moves slugs in and out of the trash. */
export async function withChangedSlug<Row extends PublicationColumns>(
  db: Writer,
  kind: Kind,
  before: Row,
  { row, texts }: Applied<Row>,
  { sent, language }: { sent: SentSlug; language: string },
): Promise<TextChange> {
  const isTranslation = language !== row.language;
  const slug = await changeSlug(db, {
    ...{ id: row.id, kind, sent, language, isTranslation },
    before: before.status,
    after: row.status,
  });
  return slug === undefined ? texts : { ...texts, slug };
}
