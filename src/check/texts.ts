import { foldText } from '../core/text/fold.ts';
import { chunksOf } from '../resources/records/rows/rows.ts';
import { foldedTexts } from '../resources/records/texts/texts.ts';
import { searchable } from '../resources/related/patch.ts';
import type { Writer } from '../store/store.ts';
import type { Check } from './repository-tables.ts';

type Change = { rowid: number; folded: { title_folded: string; body_folded: string } };

/** Folded copies of the texts, which searches use. */
export const recordTexts: Check = {
  what: 'folded texts of records, which searches use',
  wrong: async (db) => {
    let wrong = 0;
    for await (const changes of unfolded(db)) wrong += changes.length;
    return wrong;
  },
  async repair(db) {
    for await (const changes of unfolded(db))
      for (const { rowid, folded } of changes)
        await db.updateTable('record_texts').set(folded).where('rowid', '=', rowid).execute();
  },
};

async function* unfolded(db: Writer): AsyncGenerator<Change[]> {
  const records = await db.selectFrom('record_texts').select('record_id').distinct().orderBy('record_id').execute();
  for (const ids of chunksOf(records.map(({ record_id }) => record_id))) {
    const rows = await db.selectFrom('record_texts').selectAll().where('record_id', 'in', ids).execute();
    const related = await db.selectFrom('linked_records').selectAll().where('id', 'in', ids).execute();
    const relatedById = new Map(related.map((row) => [row.id, row]));
    const changes: Change[] = [];
    for (const [recordId, texts] of Map.groupBy(rows, ({ record_id }) => record_id)) {
      const record = relatedById.get(recordId);
      const [original] = texts.filter(({ is_original }) => is_original === 1);
      for (const row of texts) {
        const folded = foldedTexts({ searchable: record && searchable(record) }, row, original ?? row);
        if (folded.title_folded !== row.title_folded || folded.body_folded !== row.body_folded)
          changes.push({ rowid: row.rowid, folded });
      }
    }
    yield changes;
  }
}

const wrongNames = async (db: Writer) =>
  (await db.selectFrom('term_texts').select(['term_id', 'language', 'name', 'name_folded']).execute()).filter(
    ({ name, name_folded }) => foldText(name) !== name_folded,
  );

export const termTexts: Check = {
  what: 'folded names of categories and tags',
  wrong: async (db) => (await wrongNames(db)).length,
  async repair(db) {
    for (const { term_id, language, name } of await wrongNames(db))
      await db
        .updateTable('term_texts')
        .set({ name_folded: foldText(name) })
        .where((eb) => eb.and({ term_id, language }))
        .execute();
  },
};
