// Imports a spreadsheet: in batches, rows are matched with stored events, become drafts and are upserted.
import { toPlainText } from '../../core/text/plain-text.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { StoredEvent } from '../../resources/upsert/types.ts';
import type { ImportContext } from '../import-context.ts';
import { createBatch, sizeOfTexts } from '../merge/batch.ts';
import { type EventDraft, mergeEvents } from '../merge/events.ts';
import { createRecordReport, labelOf, type Subject } from '../report.ts';
import type { TablePrescan } from '../source/prescan.ts';
import { draftOf } from './draft.ts';
import type { Field } from './heading-words.ts';
import { createMatcher, idIn } from './match.ts';
import { type RowEvent, readRow } from './read-row.ts';
import { type Row, readRows } from './rows.ts';

/** Maximum number of reported errors. */
const maxFaults = 100;

interface Fault {
  line: number;
  /** `start_date is not a date` */
  what: string;
  value: string | undefined;
}

export async function importTable(context: ImportContext<TablePrescan>): Promise<void> {
  const { prescan, files, reporter } = context;
  const { source, encoding, ambiguousDate: date } = prescan;
  const file: Subject = { source: source.name, record: 'the file' };
  for (const { field, name, isRepeated } of prescan.headings) {
    const what = isRepeated ? 'has a column with the same meaning as another' : 'has an unknown column';
    if (field === undefined && name.trim() !== '') reporter.note(file, what, name.slice(0, 100));
  }
  if (encoding !== 'utf-8') reporter.note(file, 'is not in UTF-8', `read as ${encoding}`);
  if (date)
    reporter.note(file, 'has ambiguous dates; other rows show their order', `${date.text} is read as ${prescan.order}`);
  const faults: Fault[] = [];
  /** Line numbers by event. */
  const seen = new Map<string, number>();
  const sizeOfRow = ({ cells }: Row) => sizeOfTexts(Object.fromEntries(cells));
  const batch = createBatch(sizeOfRow, async (rows: readonly Row[]) => {
    await importRows(rows, context, seen, faults);
    if (!files.skipInvalid && faults.length >= maxFaults) throw refusal(source.name, faults);
  });
  for await (const row of readRows(source, prescan)) {
    await batch.add(row);
    await context.step();
  }
  await batch.finish();
  if (!files.skipInvalid && faults.length > 0) throw refusal(source.name, faults);
}

function refusal(name: string, faults: readonly Fault[]): TransferProblem {
  const lines = faults
    .slice(0, maxFaults)
    .map(({ line, what, value }) => `  line ${line}: ${what}${value === undefined ? '' : `: ${quoted(value)}`}`);
  const more = faults.length >= maxFaults ? ['  … and perhaps more'] : [];
  const head = `${name} has rows with errors; --skip-invalid leaves them out.`;
  return new TransferProblem([head, ...lines, ...more].join('\n'));
}

const quoted = (value: string): string => JSON.stringify(value.slice(0, 100));

async function importRows(
  rows: readonly Row[],
  context: ImportContext,
  seen: Map<string, number>,
  faults: Fault[],
): Promise<void> {
  const { files, prescan, reporter } = context;
  const matcher = await createMatcher(context.db, rows, context);
  const drafts: EventDraft[] = [];
  for (const row of rows) {
    const title = toPlainText(row.cells.get('title') ?? '');
    const record = `${labelOf('event', idIn(row), title)} in line ${row.line}`;
    const report = createRecordReport(reporter, 'event', { source: prescan.source.name, record });
    const wrong: Fault[] = [];
    const reportProblem = (field: Field, what: string) =>
      void wrong.push({ line: row.line, what: `${field} ${what}`, value: row.cells.get(field) });
    if (row.surplus > 0)
      wrong.push({ line: row.line, what: 'has more cells than there are columns', value: undefined });
    if (row.cells.has('id') && idIn(row) === undefined) reportProblem('id', 'is not an id');
    const stored = matcher.match(row, reportProblem);
    const event = wrong.length === 0 ? readRow(row, stored?.event, context, reportProblem) : undefined;
    if (event && wrong.length === 0) wrong.push(...duplicatesOf(row, stored, event, seen));
    if (event && wrong.length === 0) drafts.push(await draftOf(row, event, stored, report, context));
    faults.push(...wrong);
    if (files.skipInvalid && wrong[0]) report.skip(wrong[0].what, wrong[0].value);
  }
  await mergeEvents(context, drafts);
}

/** Notes the row. Returns the problem if an earlier one is about the same event. */
function duplicatesOf(
  { line, cells }: Row,
  stored: StoredEvent | undefined,
  { texts, columns, slug }: RowEvent,
  seen: Map<string, number>,
): Fault[] {
  const id = cells.get('id');
  const content = id ? `#${id}` : JSON.stringify([texts.title, columns.start_utc, slug]);
  const name = columns.external_id ? `=${columns.external_id}` : content;
  const names = stored ? [String(stored.event.id), name] : [name];
  const before = names.map((name) => seen.get(name)).find((earlier) => earlier !== undefined);
  for (const name of names) seen.set(name, line);
  return before === undefined ? [] : [{ line, what: `is about the same event as line ${before}`, value: undefined }];
}
