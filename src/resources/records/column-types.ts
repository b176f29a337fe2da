// Column types: the empty value, and the conversion of values from parameters and exports, and to replies.
import type { Json } from '../../store/json.ts';
import type { Flag } from '../../store/schema.ts';

export interface ColumnType<Stored, Value, Presented = Stored> {
  /** Value for new records and for cleared fields. */
  readonly empty: Stored;
  store(value: Value): Stored;
  /** Converts to the value in replies and exports. */
  show(stored: Stored): Presented;
  /** Converts a value from an export; `undefined` if it is invalid. */
  restore(json: unknown): Stored | undefined;
  /** Describes valid values of an export in messages. */
  readonly expected: string;
}

/** Values are stored as they are sent, and shown as they are stored. */
const asIs = { store: <T>(value: T): T => value, show: <T>(stored: T): T => stored };

export const flagColumn = (empty: Flag): ColumnType<Flag, boolean, boolean> => ({
  empty,
  store: (value) => (value ? 1 : 0),
  show: (stored) => stored === 1,
  restore: (json) => (typeof json === 'boolean' ? (json ? 1 : 0) : undefined),
  expected: 'true or false',
});

export const textColumn: ColumnType<string, string> = {
  empty: '',
  ...asIs,
  restore: (json) => (typeof json === 'string' && json.isWellFormed() ? json : undefined),
  expected: 'text',
};

export const nullableTextColumn: ColumnType<string | null, string> = {
  ...asIs,
  empty: null,
  restore: (json) => (json === null ? null : textColumn.restore(json)),
  expected: textColumn.expected,
};

/** One of the given words; the first is the empty value. */
export const wordColumn = <const Word extends string>(
  words: readonly [Word, ...(readonly Word[])],
): ColumnType<Word, Word> => ({
  empty: words[0],
  ...asIs,
  restore: (json) => words.find((word) => word === json),
  expected: words.filter((word) => word !== '').join(', '),
});

/** A column that exports of earlier versions lack. */
export const addedColumn = <Type extends ColumnType<unknown, never, unknown>>(type: Type): Type => ({
  ...type,
  restore: (json: unknown) => (json === undefined ? type.empty : type.restore(json)),
});

/** An id, 0 for none. */
export const idColumn: ColumnType<number, number> = {
  empty: 0,
  ...asIs,
  restore: (json) => (Number.isSafeInteger(json) && Number(json) >= 0 ? Number(json) : undefined),
  expected: 'whole number',
};

/** A number within limits, or null. */
export const numberColumn = (min: number, max: number): ColumnType<number | null, number> => ({
  empty: null,
  ...asIs,
  restore: (json) => (json === null || (typeof json === 'number' && json >= min && json <= max) ? json : undefined),
  expected: `number from ${min} to ${max}`,
});

/** A value as JSON. `read` returns the value of an export; `undefined` if it is invalid. */
export const jsonColumn = <Value>(
  empty: Value,
  read: (json: unknown) => Value | undefined,
  expected: string,
): ColumnType<Json<Value>, Value, Value> => ({
  empty: JSON.stringify(empty),
  store: (value) => JSON.stringify(value),
  show: (stored) => JSON.parse(stored),
  restore: (json) => {
    const value = read(json);
    return value && JSON.stringify(value);
  },
  expected,
});
