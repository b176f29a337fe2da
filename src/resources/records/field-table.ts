// Describes a kind of records by a table of fields: how each is sent, stored, presented, masked and exported.
import type { Problems } from '../../core/api-error.ts';
import { isBlank, isLongerThan } from '../../core/text/plain-text.ts';
import { emptyList, strictObject } from '../../http/openapi/schema.ts';
import type { Field, JsonSchema } from '../../http/params/field.ts';
import type { ColumnType } from './column-types.ts';

/** Marks a part that a field does not have. */
export const none = undefined;

/** Marks members that are not hidden by a password. */
export const visible = Symbol('visible');

/** Sanitizes a text for storage. */
export type Clean = (sent: string) => string;

/** A column with the name of the field. If `isComputed`, the kind's own code writes it. */
interface ColumnStorage {
  column: ColumnType<unknown, unknown>;
  isComputed: boolean;
  clean: Clean | undefined;
}

/** A translatable text in the named column. */
interface TextStorage<Name extends string = string> {
  text: Name;
  clean: Clean | undefined;
}

/** `special`: stored by the kind's own code, in other columns or tables. */
type Storage = ColumnStorage | TextStorage | 'special' | undefined;

interface ReplyMember<View> {
  schema: JsonSchema;
  /** By default the stored value. Members with `later` are added by routes. */
  show?: ((view: View) => unknown) | 'later';
  /** Value in replies about a password-protected event to callers who did not send the password. */
  masked: unknown;
  /** Omitted from replies if empty. */
  isOptional?: boolean;
}

export interface FieldRow<View> {
  parameter: Field<unknown> | undefined;
  storage: Storage;
  reply: ReplyMember<View> | undefined;
}

export type FieldTable<View> = Readonly<Record<string, FieldRow<View>>>;

export const column = <Type extends ColumnType<unknown, unknown>>(type: Type, clean?: Clean) => ({
  column: type,
  isComputed: false,
  clean,
});
export const computedColumn = <Type extends ColumnType<unknown, unknown>>(type: Type) => ({
  ...column(type),
  isComputed: true,
});
export const textIn = <const Name extends string>(text: Name, clean?: Clean): TextStorage<Name> => ({ text, clean });

export const readOnly = <View, const Masked>(schema: JsonSchema, masked: Masked, show: (view: View) => unknown) => ({
  parameter: none,
  storage: none,
  reply: { schema, masked, show },
});

type ParametersOf<Table> = {
  [Name in keyof Table as Table[Name] extends { parameter: Field<unknown> } ? Name : never]: Table[Name] extends {
    parameter: infer Parameter extends Field<unknown>;
  }
    ? Parameter
    : never;
};

export type ColumnsOf<Table> = {
  -readonly [Name in keyof Table as Table[Name] extends { storage: { column: unknown } }
    ? Name
    : never]: Table[Name] extends { storage: { column: ColumnType<infer Stored, never, unknown> } } ? Stored : never;
};

export type TextsIn<Table> = {
  -readonly [Name in keyof Table as Table[Name] extends { storage: TextStorage<infer Text> } ? Text : never]?: string;
};

export type MaskedMembers<Table> = {
  [Name in keyof Table]: Table[Name] extends { reply: { masked: infer Masked } }
    ? Masked extends typeof visible | undefined
      ? never
      : Name
    : never;
}[keyof Table];

/** Names of the table, starting with those in `first`. */
export const orderedNames = (names: readonly string[], first: readonly string[]): string[] => [
  ...first,
  ...names.filter((name) => !first.includes(name)),
];

/** Parameters of a create. Their order is that in which problems are reported. */
export function parametersOf<Table extends FieldTable<never>>(
  table: Table,
  first: readonly (keyof Table & string)[] = [],
): ParametersOf<Table> {
  const names = orderedNames(Object.keys(table), first).filter((name) => table[name]?.parameter);
  return Object.fromEntries(names.map((name) => [name, table[name]?.parameter])) as ParametersOf<Table>;
}

const columnsIn = <Table extends FieldTable<never>>(table: Table) =>
  Object.entries(table).flatMap(([name, { storage }]) =>
    typeof storage === 'object' && 'column' in storage ? [{ name, ...storage }] : [],
  );

const textsIn = <Table extends FieldTable<never>>(table: Table) =>
  Object.entries(table).flatMap(([name, { storage }]) =>
    typeof storage === 'object' && 'text' in storage ? [{ name, ...storage }] : [],
  );

/** Parameters whose values are stored in a column or text of their own. */
export const plainFieldsOf = (table: FieldTable<never>): { name: string; parameter: Field<unknown> }[] =>
  Object.entries(table).flatMap(([name, { parameter, storage }]) => {
    const isPlain = typeof storage === 'object' && !('isComputed' in storage && storage.isComputed);
    return parameter && isPlain ? [{ name, parameter }] : [];
  });

export const columnTypesOf = (table: FieldTable<never>): Map<string, ColumnType<unknown, unknown, unknown>> =>
  new Map(columnsIn(table).map(({ name, column: type }) => [name, type]));

export const emptyColumns = <Table extends FieldTable<never>>(table: Table): ColumnsOf<Table> =>
  Object.fromEntries(columnsIn(table).map(({ name, column: { empty } }) => [name, empty])) as ColumnsOf<Table>;

/** Only fields that were sent change (D20), `null` clears. Cleared texts of translations fall back to the original (D59). */
export function changesIn<Table extends FieldTable<never>>(table: Table) {
  const columns = columnsIn(table).filter(({ isComputed }) => !isComputed);
  const texts = textsIn(table);
  return (values: Readonly<Record<string, unknown>>): { columns: Partial<ColumnsOf<Table>>; texts: TextsIn<Table> } => {
    const sent = ({ name }: { name: string }) => values[name] !== undefined;
    const store = ({ name, column: type }: (typeof columns)[number]) =>
      values[name] === null ? type.empty : type.store(values[name]);
    return {
      columns: Object.fromEntries(columns.filter(sent).map((one) => [one.name, store(one)])) as Partial<
        ColumnsOf<Table>
      >,
      texts: Object.fromEntries(
        texts.filter(sent).map(({ name, text }) => [text, values[name] ?? '']),
      ) as TextsIn<Table>,
    };
  };
}

/** Sanitizes texts in place, and checks them. */
export function cleanerOf(table: FieldTable<never>) {
  const cleaned = Object.entries(table).flatMap(([name, { parameter, storage }]) =>
    typeof storage === 'object' && storage.clean ? [{ name, clean: storage.clean, schema: parameter?.schema }] : [],
  );
  return (values: Record<string, unknown>, problems: Problems): void => {
    for (const { name, clean, schema } of cleaned) {
      const sent = values[name];
      if (typeof sent !== 'string') continue;
      const text = clean(sent);
      if (schema) checkStoredText(text, name, schema, problems);
      values[name] = text;
    }
  };
}

/** What is stored may be empty or longer than what was sent; it must be possible to write back what was read (D18). */
function checkStoredText(text: string, parameter: string, schema: JsonSchema, problems: Problems): void {
  const { maxLength: max, minLength } = schema;
  if (typeof max === 'number' && isLongerThan(text, max)) problems.add(parameter, 'text_too_long', { max });
  if (minLength !== undefined && isBlank(text)) problems.add(parameter, 'text_empty');
}

/** Builds replies with members in the order of the table. */
export function presenterOf<View extends { row: object }>(
  table: FieldTable<View>,
): (view: View) => Record<string, unknown> {
  const getters = Object.entries(table).flatMap(([name, row]) =>
    row.reply && row.reply.show !== 'later' ? [[name, getterOf(name, row)] as const] : [],
  );
  // A loop: in profiles of lists, `Object.fromEntries` took more time than the getters.
  return (view) => {
    const reply: Record<string, unknown> = {};
    for (const [name, show] of getters) reply[name] = show(view);
    return reply;
  };
}

export function getterOf<View extends { row: object }>(
  name: string,
  { storage, reply }: FieldRow<View>,
): (view: View) => unknown {
  if (typeof reply?.show === 'function') return reply.show;
  if (typeof storage === 'object' && 'column' in storage)
    return ({ row }) => storage.column.show((row as Record<string, unknown>)[name]);
  return ({ row }) => (row as Record<string, unknown>)[name];
}

const membersOf = <View>(table: FieldTable<View>) =>
  Object.entries(table).flatMap(([name, { reply }]) => (reply ? [{ name, ...reply }] : []));

/** Without those that routes add. */
const shownMembersOf = <View>(table: FieldTable<View>) => membersOf(table).filter(({ show }) => show !== 'later');

type Member = ReplyMember<never> & { name: string };

const schemaOf = (members: readonly Member[], memberSchema: (member: Member) => JsonSchema): JsonSchema =>
  strictObject(
    Object.fromEntries(members.map((member) => [member.name, memberSchema(member)])),
    members.filter(({ isOptional }) => isOptional).map(({ name }) => name),
  );

export const replySchemaOf = <View>(table: FieldTable<View>): JsonSchema =>
  schemaOf(membersOf(table), ({ schema }) => schema);

const isMasked = ({ masked }: { masked: unknown }): boolean => masked !== visible;

/** Values of masked members in replies, by name. */
export const maskedValuesOf = <View>(table: FieldTable<View>): Record<string, unknown> =>
  Object.fromEntries(
    shownMembersOf(table)
      .filter(isMasked)
      .map(({ name, masked }) => [name, masked]),
  );

/** Values that replace the columns and texts of a masked record. */
export const maskedColumnsOf = <View>(table: FieldTable<View>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { storage, reply }]) =>
      typeof storage === 'object' && reply && isMasked(reply)
        ? [[name, 'column' in storage ? storage.column.empty : '']]
        : [],
    ),
  );

export const maskedSchemaOf = <View>(table: FieldTable<View>): JsonSchema =>
  schemaOf(shownMembersOf(table), (member) => (isMasked(member) ? maskedSchema(member) : member.schema));

function maskedSchema({ masked, schema }: { masked: unknown; schema: JsonSchema }): JsonSchema {
  if (masked === null) return { type: 'null' };
  if (Array.isArray(masked)) return emptyList;
  return typeof masked === 'object' || masked === none ? schema : { const: masked };
}
