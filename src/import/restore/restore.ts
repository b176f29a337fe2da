// Restores an export exactly into an empty calendar: ids, slugs and times included. It is trusted like a backup; malformed
// records abort the restore, because half a calendar is worthless.

import { type ChangeKind, isTaxonomy, plurals } from '../../core/kinds.ts';
import { program } from '../../core/roles.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import { recordIn, ShapeProblem, type Values } from '../../export/records.ts';
import { gatherStatistics } from '../../export/repository-copy.ts';
import { insertEvents, type NewEvent } from '../../resources/events/save.ts';
import { recordAudit } from '../../resources/records/audit/audit-log.ts';
import { allocateRecordIds, hasContent } from '../../resources/records/rows/record-table.ts';
import { insertRelated, type NewRelated } from '../../resources/related/save.ts';
import { recountTerms } from '../../resources/terms/repository-events.ts';
import { insertTerms, type NewTerm } from '../../resources/terms/save.ts';
import type { Dialect } from '../../store/dialect.ts';
import { putMeta } from '../../store/meta.ts';
import { createBatch, sizeOfTexts } from '../merge/batch.ts';
import { type ExportPrescan, readElements } from '../source/prescan.ts';
import { readPieces } from '../source/read-pieces.ts';
import type { ImportTask } from '../types.ts';
import { isRecord } from '../values.ts';
import { type ReadContext, readEvent, readRelated, readTerm, restoreMedium } from './records.ts';
import { createAuthors, restoreUser } from './users.ts';

export async function restoreExport({ source, members, users }: ExportPrescan, task: ImportTask): Promise<void> {
  const { db, zones, reporter } = task;
  if (await hasContent(db)) {
    throw new TransferProblem(
      `${source.name} is an export of a whole calendar, and this calendar is not empty: restore it into an empty one (--data names its folder).`,
    );
  }
  for (const [index, user] of users.entries()) {
    await inPlace(source.name, `users[${index}]`, user, () => restoreUser(db, recordIn(user), reporter, source.name));
    await task.step();
  }
  const salt = members['event_password_salt'];
  if (typeof salt === 'string') await putMeta(db, 'event_password_salt', salt);
  const calendarId = members['calendar_id'];
  if (typeof calendarId === 'string') await putMeta(db, 'calendar_id', calendarId);
  const authors = await createAuthors(db);
  const images = new Set<number>();
  const context: ReadContext = { authorOf: authors.authorOf, zones, images };
  // The file may list them after the records that refer to them.
  for await (const piece of task.media ? readPieces(source, task.limits) : []) {
    if (piece.kind !== 'element' || piece.key !== 'media') continue;
    const { index, value } = piece;
    await inPlace(source.name, `media[${index}]`, value, async () => {
      const id = await unlessTaken(source.name, task.dialect, () =>
        restoreMedium(recordIn(value), context, task, source.name),
      );
      if (id !== undefined) images.add(id);
    });
    await task.step();
  }
  await restoreLists(source, context, task);
  await recountTerms(db);
  // One entry for the whole restore; earlier states of records are in the export.
  const by = { now: task.now, caller: program(`import ${source.name}`) };
  await recordAudit(db, by, [{ kind: 'calendar', id: 0, action: 'imported' }]);
  await authors.retireRemoved();
  await gatherStatistics(db, task.dialect);
}

async function restoreLists(source: ExportPrescan['source'], context: ReadContext, task: ImportTask): Promise<void> {
  const writer = createListWriter(task, source.name);
  for await (const { kind, index, value } of readElements(source, task.limits)) {
    await inPlace(source.name, `${plurals[kind]}[${index}]`, value, () => writer.add(kind, value, context));
    await task.step();
  }
  await writer.finish();
}

type NewRecord =
  | { kind: 'event'; record: NewEvent }
  | { kind: 'related'; record: NewRelated }
  | { kind: 'term'; record: NewTerm };

function createListWriter({ db, dialect, reporter, now }: ImportTask, source: string) {
  const batch = createBatch(
    ({ record }: NewRecord) => sizeOfTexts(...record.texts),
    async (records) => {
      const events = records.flatMap((one) => (one.kind === 'event' ? [one.record] : []));
      const related = records.flatMap((one) => (one.kind === 'related' ? [one.record] : []));
      const terms = records.flatMap((one) => (one.kind === 'term' ? [one.record] : []));
      await unlessTaken(source, dialect, async () => {
        await allocateRecordIds(db, [
          ...events.map(({ row }) => ({ id: row.id, kind: 'event' as const })),
          ...related.map(({ row }) => row),
        ]);
        await insertEvents(db, events, { now });
        await insertRelated(db, related, { now });
        await insertTerms(db, terms, { now });
      });
    },
  );
  return {
    finish: batch.finish,
    async add(kind: ChangeKind, value: unknown, context: ReadContext): Promise<void> {
      const record = recordIn(value);
      const image = isTaxonomy(kind) ? null : record['image'];
      if (image !== null && !context.images.has(image as number)) {
        const subject = { source, record: `${plurals[kind]} ${record['id']}` };
        reporter.note(subject, 'has an image, which is not restored (--media names the folder with the files)');
      }
      reporter.count(plurals[kind], 'created');
      await batch.add(newRecord(kind, record, context));
    },
  };
}

function newRecord(kind: ChangeKind, record: Values, context: ReadContext): NewRecord {
  if (kind === 'event') return { kind, record: readEvent(record, context) };
  if (isTaxonomy(kind)) return { kind: 'term', record: readTerm(record, kind) };
  return { kind: 'related', record: readRelated(record, kind, context) };
}

/** Ids, slugs and external ids are unique in a valid export. */
async function unlessTaken<T>(source: string, dialect: Dialect, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!dialect.isUniqueViolation(error)) throw error;
    throw new TransferProblem(`${source} is damaged: two of its records share an id, a slug or an external id.`);
  }
}

async function inPlace(source: string, place: string, value: unknown, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ShapeProblem)) throw error;
    const id = isRecord(value) && value['id'] !== undefined ? ` (id ${JSON.stringify(value['id'])})` : '';
    throw new TransferProblem(`${source} cannot be restored: ${place}${id} ${error.message}.`);
  }
}
