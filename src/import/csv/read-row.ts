// Reads a row as an event. Empty cells keep the stored value.
import { attendanceModes, eventStatuses } from '../../core/event-status.ts';
import type { StoredStatus } from '../../core/kinds.ts';
import { parseLanguage } from '../../core/languages.ts';
import { readCost } from '../../core/text/cost/cost.ts';
import { foldText } from '../../core/text/fold.ts';
import { toSafeHtml } from '../../core/text/html/html.ts';
import { isBlank, isLongerThan, toPlainText } from '../../core/text/plain-text.ts';
import { slugify } from '../../core/text/slug.ts';
import type { ReadContext } from '../../http/params/field.ts';
import { parseExternalId } from '../../resources/records/external-ids.ts';
import { maxHtmlLength, maxLineLength, parseWebsite } from '../../resources/records/fields.ts';
import type { EventColumns, StoredEvent } from '../../resources/upsert/types.ts';
import type { EventsTable, Flag } from '../../store/schema.ts';
import type { SourceEvent } from '../rest/types.ts';
import type { Field } from './heading-words.ts';
import { type ReportProblem, readWhen } from './read-when.ts';
import type { Row } from './rows.ts';

export type RowEvent = Pick<SourceEvent, 'status' | 'language' | 'texts' | 'slug'> & { columns: EventColumns };

type Stored = StoredEvent['event'] | undefined;

const storedStatuses: readonly StoredStatus[] = ['publish', 'draft', 'pending', 'private', 'trash'];
/** Of events that ticket shops publish. */
const shopStatuses = /^(?:published|live|started|ended|completed|cancell?ed)$/i;

const parseStatus = (text: string): StoredStatus | undefined =>
  shopStatuses.test(text) ? 'publish' : storedStatuses.find((status) => status === text.toLowerCase());

/** A table has no publication date: a new event becomes a draft. */
export const isScheduled = (text: string): boolean => text.toLowerCase() === 'future';

const noWebAddress = 'is not a web address with http:// or https://';
const maxSlugLength = 1000;

/** Undefined if something is wrong, which is reported. */
export function readRow(
  row: Row,
  stored: Stored,
  context: ReadContext,
  reportProblem: ReportProblem,
): RowEvent | undefined {
  const cells = readCells(row, stored, reportProblem);
  const title = titleOf(cells, stored);
  const when = readWhen(row.cells, stored, context, cells.flag('all_day'), cells.wrong);
  const status = statusIn(cells, stored);
  const language = cells.take('language', 'is not a language of this calendar', parseLanguage, undefined);
  const texts = { title, ...textsIn(cells, stored) };
  const slug = cells.take(
    'slug',
    'is not a valid slug',
    (text) => (isLongerThan(text, maxSlugLength) ? undefined : slugify(text) || undefined),
    stored?.slug ?? '',
  );
  const columns = columnsIn(cells, stored);
  if (!cells.isFine() || when === undefined) return undefined;
  return { status, language, texts, slug, columns: { ...when, ...columns } };
}

type Cells = ReturnType<typeof readCells>;

/** Readers of the cells of a row by their kind. */
function readCells({ cells }: Row, stored: Stored, reportProblem: ReportProblem) {
  let isFine = true;
  const wrong: ReportProblem = (field, what) => {
    isFine = false;
    reportProblem(field, what);
  };
  const take = <T>(field: Field, what: string, read: (text: string) => T | undefined, otherwise: T): T => {
    const text = cells.get(field);
    if (text === undefined) return otherwise;
    const value = read(text);
    if (value === undefined) wrong(field, what);
    return value ?? otherwise;
  };
  const flag = (field: Field & keyof EventColumns): Flag =>
    take(field, 'is neither yes nor no', flagIn, (stored?.[field] as Flag | undefined) ?? 0);
  const word = <Name extends 'event_status' | 'attendance_mode', Word extends EventsTable[Name]>(
    field: Name,
    words: readonly [Word, ...Word[]],
  ): EventsTable[Name] =>
    take<EventsTable[Name]>(
      field,
      `is none of ${words.join(', ')}`,
      (text) => words.find((known) => known === text.toLowerCase()),
      stored?.[field] ?? words[0],
    );
  const html = (field: 'description' | 'excerpt') =>
    take(
      field,
      `has more than ${maxHtmlLength} characters`,
      (text) => (isLongerThan(text, maxHtmlLength) ? undefined : toSafeHtml(text)),
      stored?.[field] ?? '',
    );
  return { take, flag, word, html, wrong, get: (field: Field) => cells.get(field), isFine: () => isFine };
}

function titleOf({ get, take, wrong }: Cells, stored: Stored): string {
  const title = take('title', 'is empty or too long', parseTitle, stored?.title ?? '');
  if (title === '' && get('title') === undefined) wrong('title', 'is missing');
  return title;
}

function textsIn({ take, html }: Cells, stored: Stored) {
  return {
    description: html('description'),
    excerpt: html('excerpt'),
    website: take('website', noWebAddress, parseWebsite, stored?.website ?? ''),
    event_status_reason: take(
      'event_status_reason',
      `has more than ${maxLineLength} characters`,
      (text) => (isLongerThan(text, maxLineLength) ? undefined : toPlainText(text)),
      stored?.event_status_reason ?? '',
    ),
  };
}

function statusIn({ take }: Cells, stored: Stored): StoredStatus {
  const isPrivate = take('private', 'is neither yes nor no', flagIn, 0) === 1;
  return take(
    'status',
    'is none of publish, draft, pending, private, trash, future',
    (text) => (isScheduled(text) ? (stored?.status ?? 'draft') : parseStatus(text)),
    isPrivate ? 'private' : (stored?.status ?? 'publish'),
  );
}

function columnsIn({ get, take, flag, word }: Cells, stored: Stored) {
  const isCanceled = /^cancell?ed$/i.test(get('status') ?? '');
  return {
    event_status: isCanceled ? 'canceled' : word('event_status', eventStatuses),
    attendance_mode: word('attendance_mode', attendanceModes),
    online_url: take('online_url', noWebAddress, parseWebsite, stored?.online_url ?? ''),
    cost: take('cost', 'is not a cost', (text) => readCost(text), stored?.cost ?? ''),
    show_map: flag('show_map'),
    show_map_link: flag('show_map_link'),
    hide_from_listings: flag('hide_from_listings'),
    sticky: flag('sticky'),
    featured: flag('featured'),
    external_id: take(
      'external_id',
      'is not a valid external id',
      // Cells are trimmed.
      (text) => (stored?.external_id?.trim() === text ? stored.external_id : parseExternalId(text)),
      stored?.external_id ?? null,
    ),
  };
}

function parseTitle(text: string): string | undefined {
  const title = toPlainText(text);
  return isBlank(title) || isLongerThan(title, maxLineLength) ? undefined : title;
}

/** Spreadsheets write `true` and `false` in their language. */
const yes = '1 true yes y on wahr ja vrai oui verdadero si verdadeiro sim истина да はい 是';
const no = '0 false no n off falsch nein faux non falso nao лъжа не いいえ 否';
const flags: ReadonlyMap<string, Flag> = new Map([
  ...yes.split(' ').map((word) => [foldText(word), 1] as const),
  ...no.split(' ').map((word) => [foldText(word), 0] as const),
]);

const flagIn = (text: string): Flag | undefined => flags.get(foldText(text));
