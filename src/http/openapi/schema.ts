// Building blocks for JSON Schemas of replies.
import type { JsonSchema } from '../params/field.ts';

/** A schema that the document contains once, under its name, and refers to elsewhere. */
export const named = (name: string, schema: JsonSchema): JsonSchema => ({ $id: name, ...schema });

/** An object with exactly these members; those in `optional` may be left out. */
export const strictObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
  additionalProperties: false,
});

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const emptyList: JsonSchema = { type: 'array', items: {}, maxItems: 0 };
export const describedAs = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });
