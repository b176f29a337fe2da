import { parseDate } from '../../core/dates/parse/parse-date.ts';
import { withoutUndefined } from '../../core/objects.ts';
import { hasForbiddenCharacters, isBlank, isLongerThan } from '../../core/text/plain-text.ts';
import { type DateInput, type Fault, type Field, fault, type JsonSchema, typeFault } from './field.ts';
import { type Raw, scalarOf } from './raw.ts';

/** A field with its own reader. */
export const custom = <T>(schema: JsonSchema, read: Field<T>['read']): Field<T, 'invalid'> => ({
  schema,
  required: false,
  empty: 'invalid',
  read,
});

interface TextOptions {
  max?: number;
  /** Refuses blank text, for titles and names. */
  filled?: boolean;
  format?: string;
  pattern?: string;
}

/** Accepts strings only, not numbers (D3). */
export const text = (options: TextOptions = {}): Field<string, 'invalid'> => {
  const { max = 1_000_000, filled = false, ...documented } = options;
  return custom(
    { type: 'string', ...(filled ? { minLength: 1 } : {}), ...(options.max ? { maxLength: max } : {}), ...documented },
    (raw) => {
      const value = readText(raw);
      if (typeof value !== 'string') return value;
      if (filled && isBlank(value)) return fault('text_empty');
      return isLongerThan(value, max) ? fault('text_too_long', { max }) : value;
    },
  );
};

export function readText(raw: Raw): string | Fault {
  const value = scalarOf(raw);
  if (typeof value !== 'string') return typeFault('text_expected');
  return hasForbiddenCharacters(value) ? fault('text_forbidden_characters') : value;
}

/** Text with a format: `read` returns the value, or `undefined` for the problem `key`. */
export const textAs = <T>(
  schema: JsonSchema & { maxLength?: number },
  key: Parameters<typeof fault>[0],
  read: (value: string) => T | undefined,
): Field<T, 'invalid'> =>
  custom({ type: 'string', ...schema }, (raw) => {
    const value = readText(raw);
    if (typeof value !== 'string') return value;
    if (schema.maxLength !== undefined && isLongerThan(value, schema.maxLength))
      return fault('text_too_long', { max: schema.maxLength });
    return read(value) ?? fault(key);
  });

const wholeNumber = /^\s*[+-]?\d+(\.0*)?(e\+?\d+)?\s*$/i;

/** A whole number as JSON or as text (`552`, `"552"`, `"2.0"`), never beyond 2^53. */
export function readInteger(raw: Raw): number | undefined {
  const value = scalarOf(raw);
  const number = typeof value === 'string' && wholeNumber.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** A positive whole number. */
export function readId(raw: Raw): number | undefined {
  const id = readInteger(raw);
  return id !== undefined && id > 0 ? id : undefined;
}

export const integer = (options: { min?: number; max?: number; default?: number } = {}): Field<number, 'invalid'> => {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
  const documented = withoutUndefined({ minimum: options.min, maximum: options.max, default: options.default });
  return custom({ type: 'integer', ...documented }, (raw) => {
    const value = readInteger(raw);
    if (value === undefined) return typeFault('integer_expected');
    if (value >= min && value <= max) return value;
    return options.min === 1 && options.max === undefined
      ? fault('positive_expected')
      : fault('integer_range', { min, max });
  });
};

/** A number as JSON or as text, within limits. */
export const number = (min: number, max: number): Field<number, 'invalid'> =>
  custom({ type: 'number', format: 'double', minimum: min, maximum: max }, (raw) => {
    const value = readNumber(raw);
    if (value === undefined) return typeFault('number_range', { min, max });
    return value >= min && value <= max ? value : fault('number_range', { min, max });
  });

export function readNumber(raw: Raw): number | undefined {
  const value = scalarOf(raw);
  const read =
    typeof value === 'string' && /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

const booleans: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
const looseBooleans: Record<string, boolean> = {
  ...booleans,
  yes: true,
  on: true,
  no: false,
  off: false,
};

function readBoolean(raw: Raw, spellings: Record<string, boolean>): boolean | undefined {
  const value = scalarOf(raw);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const key = String(value).toLowerCase();
  return Object.hasOwn(spellings, key) ? spellings[key] : undefined;
}

/** true, false, 1, 0 and their texts in any case. */
export const boolean = (schema: JsonSchema = {}): Field<boolean, 'invalid'> =>
  custom({ type: 'boolean', ...schema }, (raw) => readBoolean(raw, booleans) ?? typeFault('boolean_expected'));

/** The switches of venues, `has_events`, `only_with_upcoming` and `strict_dates` also take yes, no, on, off (D3). */
export const looseBoolean = (schema: JsonSchema = {}): Field<boolean, 'invalid'> =>
  custom({ type: 'boolean', ...schema }, (raw) => readBoolean(raw, looseBooleans) ?? typeFault('switch_expected'));

/** A date in any of the spellings of D21; a JSON number is a Unix timestamp. */
export const date = (): Field<DateInput, 'invalid'> =>
  custom(
    { type: ['string', 'number'], examples: ['2027-05-10 14:30:00', '2027-05-10T14:30:00+02:00'] },
    (raw, { now, zones, siteZone }) => {
      const input = scalarOf(raw);
      if (typeof input !== 'string' && typeof input !== 'number') return typeFault('date_expected');
      const value = parseDate(input, { now, zones, zone: siteZone });
      if (value === undefined) return fault('date_expected');
      return { value, in: (zone) => parseDate(input, { now, zones, zone }) ?? value };
    },
  );

export const oneOf = <const T extends string>(values: readonly T[], schema: JsonSchema = {}): Field<T, 'invalid'> =>
  custom({ type: 'string', enum: values, ...schema }, (raw) => {
    const value = readText(raw);
    if (typeof value !== 'string') return value;
    return values.find((accepted) => accepted === value) ?? fault('one_of', { values: values.join(', ') });
  });
