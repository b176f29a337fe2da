// The records of an export: the name and form of each column and text, which an export writes and a restore reads. Times of
// change and publication are `2027-10-02 09:00:00` in UTC, wall clocks are in the event's zone.
import { formatUtc, parseWall } from '../core/dates/civil.ts';
import { type StoredStatus, storedStatuses } from '../core/kinds.ts';
import { type Language, languages } from '../core/languages.ts';
import { roles } from '../core/roles.ts';
import { isLongerThan } from '../core/text/plain-text.ts';
import { eventTable } from '../resources/events/fields/table.ts';
import { mediaTable } from '../resources/media/table.ts';
import {
  addedColumn,
  type ColumnType,
  idColumn,
  nullableTextColumn,
  textColumn,
  wordColumn,
} from '../resources/records/column-types.ts';
import { maxExternalIdLength } from '../resources/records/external-ids.ts';
import { type ColumnsOf, columnTypesOf, type FieldTable } from '../resources/records/field-table.ts';
import { maxLineLength, maxSlugLength, maxTermNameLength, maxUrlLength } from '../resources/records/fields.ts';
import type { Texts } from '../resources/records/texts/texts.ts';
import { relatedColumnTable } from '../resources/related/table.ts';
import { termColumnTable } from '../resources/terms/table.ts';
import type { User } from '../resources/users/repository.ts';

export type Values = Readonly<Record<string, unknown>>;
type Form<Stored> = Pick<ColumnType<Stored, unknown, unknown>, 'show' | 'restore' | 'expected'>;
/** In their order, by name. */
type Members = Readonly<Record<string, readonly [column: string, form: Form<unknown>]>>;

/** The columns of members, as stored. */
type RowOf<M extends Members> = {
  [Name in keyof M as M[Name][0]]: M[Name][1] extends { restore(json: unknown): infer Stored }
    ? Exclude<Stored, undefined>
    : never;
};

const show = (stored: unknown) => stored;
const instant: Form<number> = {
  show: formatUtc,
  restore: (json) => (typeof json === 'string' ? parseWall(json) : undefined),
  expected: 'date',
};
const wall: Form<string> = {
  show,
  restore: (json) => (typeof json === 'string' && parseWall(json) !== undefined ? json : undefined),
  expected: 'date',
};
const ids: Form<number[]> = {
  show,
  restore: (json) =>
    Array.isArray(json) && json.every((id) => idColumn.restore(id) !== undefined) ? [...new Set(json)] : undefined,
  expected: 'list of ids',
};
/** Texts as long as the API accepts. */
const upTo = <Stored>(max: number, form: Form<Stored>): Form<Stored> => ({
  ...form,
  restore: (json) => (typeof json === 'string' && isLongerThan(json, max) ? undefined : form.restore(json)),
  expected: `text of at most ${max} characters`,
});

const nullableId: Form<number | null> = {
  ...idColumn,
  restore: (json) => (json === null ? null : idColumn.restore(json)),
};
const status = wordColumn(storedStatuses);
const trashedFrom: Form<StoredStatus | null> = {
  ...status,
  restore: (json) => (json === null ? null : status.restore(json)),
};

const authored = {
  id: ['id', idColumn],
  // A login, or the id of a deleted user.
  author: ['author_id', { show, restore: show, expected: 'author' } as Form<unknown>],
  date_utc: ['published_at', instant],
  modified_utc: ['modified_at', instant],
  language: ['language', wordColumn(languages)],
} as const satisfies Members;

const { id, author, date_utc, modified_utc, language } = authored;
const publication = {
  id,
  status: ['status', status],
  trashed_from: ['trashed_from', trashedFrom],
  author,
  date_utc,
  modified_utc,
  language,
  external_id: ['external_id', upTo(maxExternalIdLength, nullableTextColumn)],
} as const satisfies Members;

type ColumnMembers<Table> = {
  [Name in keyof ColumnsOf<Table> & string]: readonly [Name, Form<ColumnsOf<Table>[Name]>];
};

const columnsOf = <Table extends FieldTable<never>>(table: Table) =>
  Object.fromEntries<unknown>(
    [...columnTypesOf(table)].map(([name, type]) => {
      const max = table[name]?.parameter?.schema['maxLength'];
      return [name, [name, typeof max === 'number' ? upTo(max, type) : type]];
    }),
  ) as ColumnMembers<Table>;

const text = <const Column extends string>(column: Column) => [column, textColumn] as const;
const line = <const Column extends string>(column: Column, max = maxLineLength) =>
  [column, upTo(max, textColumn)] as const;
/** A line that only some kinds of records have; left out if empty. Earlier exports lack it. */
const addedLine = <const Column extends string>(column: Column, max = maxLineLength) =>
  [column, { ...upTo(max, addedColumn(textColumn)), show: (written: string) => written || undefined }] as const;
const slug = ['slug', upTo(maxSlugLength, nullableTextColumn)] as const;
const image = ['image_id', nullableId] as const;
const recordTexts = {
  title: line('title'),
  // Imports of sites accept longer ones than the API, so these have no limit.
  description: text('description'),
  excerpt: text('excerpt'),
  website: line('website', maxUrlLength),
  event_status_reason: addedLine('event_status_reason'),
  slug,
} as const satisfies Record<keyof Texts | 'slug', Members[string]>;

const kinds = {
  event: {
    members: {
      ...publication,
      start_date: ['start_wall', wall],
      end_date: ['end_wall', wall],
      timezone: text('timezone'),
      utc_start_date: ['start_utc', instant],
      utc_end_date: ['end_utc', instant],
      ...columnsOf(eventTable),
      // A hash with the calendar's salt.
      password_hash: ['password_hash', nullableTextColumn],
      image,
      categories: ['categories', ids],
      tags: ['tags', ids],
      venues: ['venues', ids],
      organizers: ['organizers', ids],
    },
    texts: recordTexts,
  },
  // The columns of places are empty for organizers.
  related: { members: { ...publication, ...columnsOf(relatedColumnTable), image }, texts: recordTexts },
  // The files are in the folder `storage_key` of the exported media.
  medium: {
    members: { ...authored, ...columnsOf(mediaTable) },
    texts: { title: line('title'), alt_text: line('description') },
  },
  term: {
    members: { id, parent: ['parent_id', idColumn], modified_utc, language, ...columnsOf(termColumnTable) },
    texts: { name: line('name', maxTermNameLength), description: text('description'), slug },
  },
} as const satisfies Record<string, { members: Members; texts: Members }>;

const users = {
  id,
  login: text('login'),
  email: ['email', nullableTextColumn],
  name: text('name'),
  role: ['role', wordColumn(roles)],
  created_utc: ['created_at', instant],
} as const satisfies Members;

type Kind = keyof typeof kinds;

/** Ids of related records, in their order. */
export type Links = Record<'categories' | 'tags' | 'venues' | 'organizers', number[]>;

/** A row or text with the columns of members. */
type Written<M extends Members> = Readonly<Record<M[keyof M][0], unknown>>;

export const writeRecord = <K extends Kind>(
  kind: K,
  row: Written<(typeof kinds)[K]['members']>,
  texts: readonly (Written<(typeof kinds)[K]['texts']> & { language: string })[],
) => ({
  ...write(kinds[kind].members, row),
  texts: Object.fromEntries(texts.map((one) => [one.language, write(kinds[kind].texts, one)])),
});

export const writeUser = (user: User): object => write(users, user);

function write(members: Members, row: object): Values {
  const written: Record<string, unknown> = {};
  for (const name in members) {
    const [column, form] = members[name] as Members[string];
    written[name] = form.show((row as Values)[column]);
  }
  return written;
}

/** Why a record is malformed; the message completes "the record …". */
export class ShapeProblem extends Error {}

export function recordIn(value: unknown, problem = 'is not an object'): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw new ShapeProblem(problem);
}

/** The author is that of the export, and so are the relations of events. Throws ShapeProblem. */
export function readRecord<K extends Kind>(kind: K, record: Values): Restored<(typeof kinds)[K]> {
  const row = read(kinds[kind].members, record);
  if (row['id'] === 0) throw new ShapeProblem('has the id 0');
  const byLanguage = recordIn(record['texts'], 'has no object as "texts"');
  const texts = Object.entries(byLanguage).map(([key, one]) => {
    if (!languages.some((known) => known === key)) throw new ShapeProblem(`has texts in an unknown language, "${key}"`);
    return { ...read(kinds[kind].texts, recordIn(one)), language: key };
  });
  const own: Values | undefined = texts.find((one) => one.language === row['language']);
  if (kind !== 'medium' && typeof own?.['slug'] !== 'string')
    throw new ShapeProblem(`has no texts in its language, ${row['language']}`);
  return { row, texts } as Restored<(typeof kinds)[K]>;
}

interface Restored<Of extends { members: Members; texts: Members }> {
  row: RowOf<Of['members']>;
  texts: (RowOf<Of['texts']> & { language: Language })[];
}

export const readUser = (record: Values): User => read(users, record);

const read = <M extends Members>(members: M, record: Values) =>
  Object.fromEntries(
    Object.entries(members).map(([name, [column, { restore, expected }]]) => {
      const value = restore(Object.hasOwn(record, name) ? record[name] : undefined);
      if (value === undefined) throw new ShapeProblem(`has no ${expected} as "${name}"`);
      return [column, value];
    }),
  ) as RowOf<M>;
