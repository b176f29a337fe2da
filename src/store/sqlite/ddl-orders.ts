// Migration 8: orders of lists, so that a page of them is walked to instead of sorted out.

export const orders: readonly string[] = [
  // Of all languages, folded as they are compared. Finds the records of a name, too, as the index did whose place it takes.
  `drop index record_texts_title`,
  `create index record_texts_title on record_texts (kind, title_folded, record_id, language, is_original)`,
  // For those who see other statuses than `publish`.
  `create index linked_records_in_order on linked_records (kind, published_at, id, status, author_id)`,
];
