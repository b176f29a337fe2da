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

export type NamedSchemas = ReturnType<typeof collectNamedSchemas>;
export type Place = NamedSchemas['place'];

/** Collects named schemas, however deep inside others. One name means one schema. */
export function collectNamedSchemas() {
  const components: Record<string, JsonSchema> = {};
  const placedSchemas = new Map<JsonSchema, JsonSchema>();
  const place = (schema: JsonSchema): JsonSchema => {
    const placed = placedSchemas.get(schema) ?? placeNew(schema);
    placedSchemas.set(schema, placed);
    return placed;
  };
  const placeNew = ({ $id: name, ...rest }: JsonSchema): JsonSchema => {
    const placed = Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, placeValue(value)]));
    if (typeof name !== 'string') return placed;
    const same = components[name];
    if (same && JSON.stringify(same) !== JSON.stringify(placed)) throw new Error(`Two schemas are named ${name}`);
    components[name] = placed;
    return { $ref: `#/components/schemas/${name}` };
  };
  const placeValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placeValue);
    return value !== null && typeof value === 'object' ? place(value as JsonSchema) : value;
  };
  return {
    /** The schema as it appears in the document: schemas created with `named` become references. */
    place,
    /** The schemas that references point to, by name. */
    components,
  };
}

/** The values, if the condition holds. */
export const when = <const T>(condition: boolean, ...values: readonly T[]): readonly T[] => (condition ? values : []);
