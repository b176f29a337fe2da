// Merges a spreadsheet: rows are looked up some hundred at a time and become events that are ready to be merged.
import { splitPaths } from '../../core/csv-text.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { TransferProblem } from '../../core/transfer-problem.ts';
import type { RelatedColumns, StoredEvent } from '../../resources/upsert/types.ts';
import type { CalendarMerge } from '../ical/merge.ts';
import { createNotes } from '../merge/context.ts';
import type { ReadyEvent } from '../merge/events.ts';
import type { NamedRecord } from '../merge/named-linked.ts';
import { notShownToAll } from '../merge/repository.ts';
import type { Subject } from '../report.ts';
import { labelOf } from '../rest/texts.ts';
import type { Field } from './headings.ts';
import { createMatcher, idIn } from './match.ts';
import { isScheduled, type RowEvent, readRow } from './read-row.ts';
import { type Row, readRows } from './rows.ts';

const rowsAtOnce = 200;
/** More are not told: who has so many looks at the first ones. */
const mostFaults = 100;

interface Fault {
  line: number;
  field: Field | undefined;
  what: string;
  value: string | undefined;
}

export async function mergeTable(merge: CalendarMerge): Promise<void> {
  const { survey, task, context } = merge;
  const { table, source } = survey;
  if (table === undefined) throw new TransferProblem(`${source.name} is no spreadsheet.`);
  const file: Subject = { source: source.name, record: 'the file' };
  const unknown = table.headings.filter(({ field, name }) => field === undefined && name.trim() !== '');
  for (const { name } of unknown)
    context.reporter.note(file, 'has a column that means nothing here', name.slice(0, 100));
  if (table.encoding !== 'utf-8') context.reporter.note(file, 'is not in UTF-8', `read as ${table.encoding}`);
  const faults: Fault[] = [];
  const seen: Seen = { known: new Map(), named: new Map() };
  let batch: Row[] = [];
  const flush = async () => {
    await mergeRows(batch, merge, seen, faults);
    batch = [];
    if (!task.files.skipInvalid && faults.length >= mostFaults) throw refusal(source.name, faults);
  };
  for await (const row of readRows(source, table)) {
    batch.push(row);
    if (batch.length >= rowsAtOnce) await flush();
    await task.step();
  }
  await flush();
  if (!task.files.skipInvalid && faults.length > 0) throw refusal(source.name, faults);
}

function refusal(name: string, faults: readonly Fault[]): TransferProblem {
  const lines = faults.slice(0, mostFaults).map((fault) => `  line ${fault.line}: ${sentenceOf(fault)}`);
  const more = faults.length >= mostFaults ? ['  … and perhaps more'] : [];
  const head = `${name} has rows with errors; --skip-invalid leaves them out.`;
  return new TransferProblem([head, ...lines, ...more].join('\n'));
}

const sentenceOf = ({ field, what, value }: Fault): string =>
  `${field === undefined ? '' : `${field} `}${what}${value === undefined ? '' : `: ${JSON.stringify(value.slice(0, 100))}`}`;

/** Lines by the events that they were about. */
interface Seen {
  known: Map<number, number>;
  named: Map<string, number>;
}

async function mergeRows(rows: readonly Row[], merge: CalendarMerge, seen: Seen, faults: Fault[]): Promise<void> {
  const { task, context, survey } = merge;
  const { reporter } = context;
  const matcher = await createMatcher(context.db, rows, task);
  const ready: ReadyEvent[] = [];
  for (const row of rows) {
    const title = toPlainText(row.cells.get('title') ?? '');
    const subject = { source: survey.source.name, record: `${labelOf('event', idIn(row), title)} in line ${row.line}` };
    const wrong: Fault[] = [];
    const complain = (field: Field | undefined, what: string) =>
      void wrong.push({ line: row.line, field, what, value: field && row.cells.get(field) });
    if (row.surplus > 0) complain(undefined, 'has more cells than there are columns');
    if (row.cells.has('id') && idIn(row) === undefined) complain('id', 'is no id');
    const stored = matcher.match(row, complain);
    const event = wrong.length === 0 ? readRow(row, stored?.event, task, complain) : undefined;
    if (event) noteTwins(row, stored, event, seen, complain);
    if (event === undefined || wrong.length > 0) {
      faults.push(...wrong);
      const { field, what = '', value } = wrong[0] ?? {};
      if (task.files.skipInvalid)
        reporter.skip('events', subject, field === undefined ? what : `${field} ${what}`, value);
      continue;
    }
    ready.push(await readyOf(row, event, stored, subject, merge));
  }
  await merge.events.merge(ready);
}

function noteTwins(
  row: Row,
  stored: StoredEvent | undefined,
  { texts, columns, slug }: RowEvent,
  { known, named }: Seen,
  complain: (field: Field | undefined, what: string) => void,
): void {
  const told = JSON.stringify([texts.title, columns.start_utc, slug, row.cells.get('id')]);
  const name = columns.external_id ? `=${columns.external_id}` : told;
  const before = known.get(stored?.event.id ?? 0) ?? named.get(name);
  if (before !== undefined) complain(undefined, `is about the same event as line ${before}`);
  if (stored) known.set(stored.event.id, row.line);
  if (stored === undefined || columns.external_id) named.set(name, row.line);
}

async function readyOf(
  row: Row,
  event: RowEvent,
  stored: StoredEvent | undefined,
  subject: Subject,
  merge: CalendarMerge,
): Promise<ReadyEvent> {
  const notes = createNotes(merge.context.reporter, subject);
  if (stored === undefined && isScheduled(row.cells.get('status') ?? ''))
    notes.add('is scheduled, and the table does not tell until when; it is a draft now');
  const imageId = await merge.images.find(row.cells.get('image'), notes.add);
  return {
    event: {
      ...withoutTranslated(event, stored),
      // No external id can look like this: the row is told by what was found for it.
      key: `\u0001${row.line} of ${subject.source}`,
      id: idIn(row),
      publishedAt: stored?.event.published_at,
      // The changes are those of whoever sends the file now.
      modifiedAt: merge.task.now,
      isStampedAnew: true,
      columns: { ...event.columns, ...(imageId === undefined ? {} : { image_id: imageId }) },
      author: '',
      parentKey: undefined,
      isMasked: false,
      terms: [],
      linked: [],
      context: merge.page,
      label: subject.record,
    },
    subject,
    notes,
    knownId: stored?.event.id,
    links: {
      venue: await venuesOf(row, stored, merge),
      organizer: await organizersOf(row, stored, merge),
    },
    terms: await termsOf(row, stored, merge),
  };
}

/** A table shows one language: where that has a text of its own, the event's own is as it was. */
function withoutTranslated({ texts, slug, ...event }: RowEvent, stored: StoredEvent | undefined): RowEvent {
  const translations = stored?.translations ?? [];
  const own = <K extends keyof RowEvent['texts'] | 'slug'>(name: K, told: string): string =>
    stored !== undefined && told !== '' && translations.some((other) => other[name] === told)
      ? stored.event[name]
      : told;
  const { title, description, excerpt, website } = texts;
  return {
    ...event,
    slug: own('slug', slug),
    texts: {
      title: own('title', title),
      description: own('description', description),
      excerpt: own('excerpt', excerpt),
      website: own('website', website),
    },
  };
}

const placeFields = {
  venue_address: 'address',
  venue_city: 'city',
  venue_state: 'state',
  venue_zip: 'zip',
  venue_country: 'country',
} as const;

async function venuesOf({ cells }: Row, stored: StoredEvent | undefined, merge: CalendarMerge): Promise<number[]> {
  const here = stored?.links.venue ?? [];
  const name = toPlainText(cells.get('venue') ?? '');
  if (name === '') return here;
  const columns: Partial<RelatedColumns> = {};
  for (const [field, column] of Object.entries(placeFields) as [keyof typeof placeFields, 'address'][]) {
    const text = toPlainText(cells.get(field) ?? '');
    if (text !== '') columns[column] = text;
  }
  // Whether it is a province, the table does not tell.
  if (columns.state) columns.stateprovince = columns.state;
  const venue: NamedRecord = { kind: 'venue', name, columns };
  const id = await merge.named.resolve(venue, here);
  // A row has room for one of several.
  return here.includes(id) ? here : [id, ...(await notShown(here, merge))];
}

async function organizersOf(row: Row, stored: StoredEvent | undefined, merge: CalendarMerge): Promise<number[]> {
  const here = stored?.links.organizer ?? [];
  const names = pathsIn(row, 'organizers', longestLine).map((path) => path.join(' > '));
  if (names.length === 0) return here;
  const ids: number[] = [];
  for (const name of names) {
    const left = here.filter((known) => !ids.includes(known));
    const id = await merge.named.resolve({ kind: 'organizer', name, columns: {} }, left);
    if (!ids.includes(id)) ids.push(id);
  }
  const hidden = await notShown(
    here.filter((id) => !ids.includes(id)),
    merge,
  );
  const shown = here.filter((id) => ids.includes(id));
  const isSameOrder = shown.length === ids.length && shown.every((id, at) => id === ids[at]);
  return isSameOrder ? here.filter((id) => ids.includes(id) || hidden.includes(id)) : [...ids, ...hidden];
}

/** What the table could not name, as it is a draft or in the trash, stays linked. */
const notShown = (ids: readonly number[], { context }: CalendarMerge): Promise<number[]> =>
  notShownToAll(context.db, ids, context.now);

async function termsOf(row: Row, stored: StoredEvent | undefined, merge: CalendarMerge): Promise<ReadyEvent['terms']> {
  const here = Map.groupBy(stored?.termIds ?? [], (id) => merge.terms.byId(id)?.taxonomy);
  const read = async (field: 'categories' | 'tags', taxonomy: 'category' | 'tag') => {
    const paths = pathsIn(row, field);
    if (paths.length === 0) return here.get(taxonomy) ?? [];
    const ids: number[] = [];
    for (const path of paths.map((names) => (taxonomy === 'tag' ? [names.join(' > ')] : names))) {
      const named = await merge.terms.named(taxonomy, path);
      const meant = (here.get(taxonomy) ?? []).filter((other) => merge.terms.isNamesake(named, other));
      ids.push(...(meant.length > 0 ? meant : [named]));
    }
    return [...new Set(ids)];
  };
  return { category: await read('categories', 'category'), tag: await read('tags', 'tag') };
}

const longestName = 200;
const longestLine = 2000;

/** `A; B > C`; in columns of other importers `A, B` too. */
function pathsIn({ cells, commas }: Row, field: Field, longest = longestName): string[][] {
  const text = cells.get(field) ?? '';
  const paths = text.includes(';') || !commas.has(field) ? splitPaths(text) : text.split(',').flatMap(splitPaths);
  return paths
    .map((path) => path.map((name) => [...toPlainText(name)].slice(0, longest).join('')).filter((name) => name !== ''))
    .filter((path) => path.length > 0);
}
