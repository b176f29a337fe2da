// Reads a row as an event. Empty cells keep the stored value.
import { type Problem, Problems } from '../../core/api-error.ts';
import { type StoredStatus, storedStatuses } from '../../core/kinds.ts';
import { translate } from '../../core/messages/messages.ts';
import { foldText } from '../../core/text/fold.ts';
import { isLongerThan } from '../../core/text/plain-text.ts';
import { restoredSlug, slugify } from '../../core/text/slug.ts';
import { Fault, type Field as Parameter, type ReadContext } from '../../http/params/field.ts';
import { type CsvColumn, csvColumns } from '../../resources/events/feeds/csv-columns.ts';
import { eventTable } from '../../resources/events/fields/table.ts';
import { parseExternalId } from '../../resources/records/external-ids.ts';
import { changesIn, cleanerOf, plainFieldsOf } from '../../resources/records/field-table.ts';
import { maxSlugLength } from '../../resources/records/fields.ts';
import { noTexts, textsOf } from '../../resources/records/texts/texts.ts';
import type { EventColumns, ImportRecord, StoredEvent } from '../../resources/upsert/types.ts';
import { withScheme } from '../values.ts';
import { readCellLanguage } from './cell-language.ts';
import type { Field } from './heading-words.ts';
import { type ReportProblem, readWhen } from './read-when.ts';
import type { Row } from './rows.ts';

export type RowEvent = Pick<ImportRecord, 'status' | 'language' | 'texts' | 'slug'> & { columns: EventColumns };

type Stored = StoredEvent['event'] | undefined;

/** Statuses of events that ticket shops publish. */
const shopStatuses = /^(?:published|live|started|ended|completed|cancell?ed)$/i;

const parseStatus = (text: string): StoredStatus | undefined =>
  shopStatuses.test(text) ? 'publish' : storedStatuses.find((status) => status === text.toLowerCase());

/** A table has no publication date: a new event becomes a draft. */
export const isScheduled = (text: string): boolean => text.toLowerCase() === 'future';

const neitherYesNorNo = 'is neither yes nor no';

const plainFields = plainFieldsOf(eventTable).flatMap(({ name, parameter }) =>
  csvColumns.filter((column) => column === name).map((column) => ({ column, parameter })),
);
const changesOf = changesIn(eventTable);
const cleanTexts = cleanerOf(eventTable);

/** Reports what is wrong. Undefined if there is no usable date. */
export function readRow(
  row: Row,
  stored: Stored,
  context: ReadContext,
  reportProblem: ReportProblem,
): RowEvent | undefined {
  const take = takerOf(row, reportProblem);
  const { texts, columns } = changesOf(readPlainFields(row, stored, context, reportProblem));
  const isAllDay = take('all_day', neitherYesNorNo, flagIn, stored?.all_day === 1);
  const when = readWhen(row.cells, stored, context, isAllDay ? 1 : 0, reportProblem);
  const status = statusIn(take, stored);
  const language = take('language', 'is not a language of this calendar', readCellLanguage, undefined);
  const slug = take(
    'slug',
    'is not a valid slug',
    (text) => (isLongerThan(text, maxSlugLength) ? undefined : slugify(text) || undefined),
    stored?.slug ?? '',
  );
  const externalId = take(
    'external_id',
    'is not a valid external id',
    // Cells are trimmed.
    (text) => (stored?.external_id?.trim() === text ? stored.external_id : parseExternalId(text)),
    stored?.external_id ?? null,
  );
  if (when === undefined) return undefined;
  return {
    status,
    language,
    // A row that was exported from the trash may have been published since.
    slug: stored === undefined || slug === stored.slug ? slug : restoredSlug(slug),
    texts: { ...textsOf(stored ?? noTexts), ...texts },
    columns: { ...columns, ...when, external_id: externalId },
  };
}

/** Reads a cell; reports what cannot be read. */
const takerOf =
  ({ cells }: Row, reportProblem: ReportProblem) =>
  <T>(field: Field, what: string, read: (text: string) => T | undefined, otherwise: T): T => {
    const text = cells.get(field);
    if (text === undefined) return otherwise;
    const value = read(text);
    if (value === undefined) reportProblem(field, what);
    return value ?? otherwise;
  };

/** Reads what is written in cells as requests are read, apart from spellings of spreadsheets. */
function readPlainFields({ cells }: Row, stored: Stored, context: ReadContext, wrong: ReportProblem) {
  const values: Record<string, unknown> = {};
  for (const { column, parameter } of plainFields) {
    const written = cells.get(column);
    if (written === undefined) continue;
    const text = readSpelling(column, written, cells.get('currency'));
    const value = readCell(text, parameter, context);
    if (value instanceof Fault) wrong(column, sentenceOf(value.problem));
    else if (value === undefined) wrong(column, neitherYesNorNo);
    else values[column] = value;
  }
  const problems = new Problems();
  cleanTexts(values, problems);
  for (const [name, problem] of problems.all()) wrong(name as CsvColumn, sentenceOf(problem));
  if (stored === undefined && !cells.has('title')) wrong('title', 'is missing');
  if (/^cancell?ed$/i.test(cells.get('status') ?? '')) values['event_status'] = 'canceled';
  return values;
}

/** What people and other programs write, as a request would have it. */
function readSpelling(column: CsvColumn, text: string, currency: string | undefined): string {
  if (column === 'website') return withScheme(text);
  const isBareCost = column === 'cost' && /^[\d.,\s–-]*[1-9][\d.,\s–-]*$/.test(text);
  if (!isBareCost || currency === undefined) return text;
  return /^\p{L}/u.test(currency) ? `${text} ${currency}` : currency + text;
}

const sentenceOf = ({ key, args }: Problem): string => translate('en', key, args);

/** Undefined for a switch that is neither on nor off. */
function readCell(text: string, { schema, read }: Parameter<unknown>, context: ReadContext): unknown {
  if (schema['type'] === 'boolean') return flagIn(text);
  return read(schema['enum'] === undefined ? text : text.toLowerCase(), context);
}

function statusIn(take: ReturnType<typeof takerOf>, stored: Stored): StoredStatus {
  const isPrivate = take('private', neitherYesNorNo, flagIn, false);
  return take(
    'status',
    'is none of publish, draft, pending, private, trash, future',
    (text) => (isScheduled(text) ? (stored?.status ?? 'draft') : parseStatus(text)),
    isPrivate ? 'private' : (stored?.status ?? 'publish'),
  );
}

/** Spreadsheets write `true` and `false` in their language. */
const yes = '1 true yes y on wahr ja vrai oui verdadero si verdadeiro sim истина да はい 是';
const no = '0 false no n off falsch nein faux non falso nao лъжа не いいえ 否';
const flags: ReadonlyMap<string, boolean> = new Map([
  ...yes.split(' ').map((word) => [foldText(word), true] as const),
  ...no.split(' ').map((word) => [foldText(word), false] as const),
]);

export const flagIn = (text: string): boolean | undefined => flags.get(foldText(text));
