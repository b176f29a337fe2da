import type { Problem } from '../../core/api-error.ts';
import type { DateValue } from '../../core/dates/parse/date-value.ts';
import type { Zones } from '../../core/dates/zones.ts';
import type { MessageArguments, MessageKey } from '../../core/messages/messages.ts';
import { mapValues } from '../../core/objects.ts';
import type { Raw } from './raw.ts';

export interface Deprecation {
  /** UTC seconds from which it is deprecated. */
  since: number;
  /** UTC seconds after which it may stop working, if decided. */
  sunset?: number;
  /** URL of a page that says what to use instead. */
  details?: string;
}

export type JsonSchema = { readonly [keyword: string]: unknown };

/** What reading a value may depend on. */
export interface ReadContext {
  now: number;
  siteZone: string;
  zones: Zones;
}

/**
 * The meaning of `null`, `""` and `[]` (D4): `clear` empties the field, `keep` leaves it unchanged, `unset` is the same as
 * not sent, `invalid` passes the value to the field's reader, which refuses it.
 */
export type Emptiness = 'clear' | 'keep' | 'unset' | 'invalid';

/** One parameter: its reader, and the schema that documents it. */
export interface Field<T, E extends Emptiness = Emptiness> {
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly empty: E;
  readonly read: (raw: Raw, context: ReadContext) => T | Fault;
  readonly deprecation?: Deprecation;
  /** Levels of lists and objects in its value, if they are more than usual. */
  readonly maxNesting?: number;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values that a set of fields reads to: `undefined` if not sent, `null` to empty it. */
export type Values<F extends Fields> = {
  -readonly [K in keyof F]?: F[K] extends Field<infer T, infer E> ? (E extends 'clear' ? T | null : T) : never;
};

export class Fault {
  readonly problem: Problem;
  constructor(problem: Problem) {
    this.problem = problem;
  }
}

export const fault = (key: MessageKey, args?: MessageArguments): Fault => new Fault({ key, args });
/** A value of the wrong JSON type. */
export const typeFault = (key: MessageKey, args?: MessageArguments): Fault => new Fault({ key, args, type: true });

/** A date that may be relative ("tomorrow 9am") to a zone that is known only later. */
export interface DateInput {
  /** As read in the site's zone. */
  value: DateValue;
  in(zone: string): DateValue;
}

/** Examples are values that a calendar with the records of the documentation's bodies accepts; a test sends each. */
export const describe = <F extends Field<unknown>>(field: F, description: string, ...examples: unknown[]): F => ({
  ...field,
  schema: { ...field.schema, description, ...(examples.length > 0 ? { examples } : {}) },
});

export const required = <T>(field: Field<T>): Field<T, 'invalid'> => ({ ...field, required: true, empty: 'invalid' });
export const keptWhenEmpty = <T>(field: Field<T>): Field<T, 'keep'> => ({ ...field, empty: 'keep' });
export const unsetWhenEmpty = <T>(field: Field<T>): Field<T, 'unset'> => ({ ...field, empty: 'unset' });
export const clearable = <T>(field: Field<T>): Field<T, 'clear'> => ({ ...field, empty: 'clear' });

/** The same fields, all optional: the fields of an update. */
export const allOptional = <F extends Fields>(fields: F): F =>
  mapValues(fields, (field) => ({ ...field, required: false })) as unknown as F;

/** A required field of a create that an update may empty. */
export const emptiable = <T>(field: Field<T>): Field<T, 'clear'> => ({ ...field, required: false, empty: 'clear' });
