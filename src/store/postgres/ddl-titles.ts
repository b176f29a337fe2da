// Migration 7: records of a kind in the order of their titles, folded as they are compared. It finds the records of a name,
// too, as the index did whose place it takes.

/** Of four bytes each they are as long as an entry of an index may be. */
export const indexedTitleLength = 600;

export const titles: readonly string[] = [
  `drop index record_texts_title`,
  `create index record_texts_title on record_texts (kind, substr(title_folded, 1, ${indexedTitleLength}), record_id)`,
];
