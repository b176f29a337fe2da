// Assigns slugs in writes of events, venues and organizers.
import type { RelatedKind } from '../../../core/kinds.ts';
import type { PublicationColumns } from '../../../store/schema.ts';
import type { Writer } from '../../../store/store.ts';
import { newRecordId } from '../rows/record-ids.ts';
import { changeSlug, slugOfNew } from '../slugs.ts';
import { type LanguageTexts, noTexts, type TextChange } from '../texts/texts.ts';

/** The row and the text changes that result from a write. */
interface Applied<Row> {
  row: Row;
  texts: TextChange;
}

type Kind = 'event' | RelatedKind;
type SentSlug = string | null | undefined;

/** Gives a new record its id and slug, and fills in missing texts. */
export async function withIdAndSlug<Row extends PublicationColumns>(
  db: Writer,
  kind: Kind,
  { row, texts }: Applied<Row>,
  sent: SentSlug,
): Promise<{ row: Row; texts: LanguageTexts }> {
  const id = await newRecordId(db, kind);
  const { status, language } = row;
  const slug = await slugOfNew(db, kind, { id, sent, title: texts.title, status });
  // A record that was created in the trash was never published.
  const trashedFrom = status === 'trash' ? { trashed_from: 'draft' as const } : {};
  return { row: { ...row, id, ...trashedFrom }, texts: { ...noTexts, ...texts, language, slug } };
}

/** The text changes in one language, with the slug if it changes. Renames slugs on the way into the trash and out of it. */
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
