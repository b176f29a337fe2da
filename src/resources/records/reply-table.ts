// Objects in replies as tables: the schema of each member, and its value. Records of the calendar have field tables instead.
import { mapValues } from '../../core/objects.ts';
import { strictObject } from '../../http/openapi/schema.ts';
import type { JsonSchema } from '../../http/params/field.ts';

export type ReplyTable<View> = Readonly<Record<string, readonly [schema: JsonSchema, show: (view: View) => unknown]>>;

export const schemasOf = (table: ReplyTable<never>): Record<string, JsonSchema> =>
  mapValues(table, ([schema]) => schema);

export const objectSchema = (table: ReplyTable<never>): JsonSchema => strictObject(schemasOf(table));

export const showTable = <View>(table: ReplyTable<View>, view: View): Record<string, unknown> =>
  mapValues(table, ([, show]) => show(view));
