// Migration 7: records of a kind in the order of their titles, folded as they are compared. It finds the records of a name,
// too, as the index did whose place it takes.

export const titles: readonly string[] = [
  `drop index record_texts_title`,
  `create index record_texts_title on record_texts (kind, title_folded, record_id, language, is_original)`,
];
