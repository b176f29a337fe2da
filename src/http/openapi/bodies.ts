import { fromKeys, mapValues } from '../../core/objects.ts';
import type { Field, JsonSchema } from '../params/field.ts';
import type { Route } from '../route.ts';
import { hasBody, isRecordWrite, languageSchema } from './parameters.ts';
import { named, type Place } from './schema.ts';

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const multipartType = 'multipart/form-data';

/** The request body of a write; `undefined` for operations that have none. */
export function requestBodyOf(route: Route, examples: readonly unknown[] | undefined, place: Place): unknown {
  if (!hasBody(route)) return undefined;
  if (route.upload) return uploadBody(route, place);
  const schema = place(bodySchema(route, examples));
  const isRequired = Object.values(route.params).some((field) => field.required);
  const types = route.method === 'POST' ? [jsonType, formType, multipartType] : [jsonType, formType];
  return {
    description: meaningOf(route),
    required: isRequired,
    content: fromKeys(types, () => ({ schema })),
  };
}

const forms =
  'In forms, lists are `name[]=1&name[]=2`, repeated names or comma-separated text, objects are `name[member]=text`, and empty text stands for `null`. Unknown members are ignored.';
const createText = `The new record. \`null\`, \`""\` and \`[]\` count as not sent. ${forms}`;
const updateText = `Only the fields sent change. \`null\`, \`""\` and \`[]\` clear a field, or leave it unchanged if it always has a value. ${forms}`;

/** The body of an action, such as `pingWebhook`, is neither a record nor changes to one. */
function meaningOf({ operationId }: Route): string {
  if (operationId.startsWith('create')) return createText;
  return /^(?:update|put|patch)/.test(operationId) ? updateText : forms;
}

export const bodyName = (route: Route): string =>
  route.bodyName ?? `${route.tag}${isRecordWrite(route) ? 'Update' : 'Create'}`;

function bodySchema(route: Route, examples: readonly unknown[] | undefined): JsonSchema {
  const fields = Object.entries(route.params);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  const declared = mapValues(route.params, (field) => propertyOf(field, isRecordWrite(route)));
  return named(bodyName(route), {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: { ...declared, i18n_language: nullable(languageSchema) },
    ...(examples ? { examples } : {}),
  });
}

/** A form with the file, or the file itself. */
function uploadBody(route: Route, place: Place): unknown {
  const fields = bodySchema(route, undefined);
  const file: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file' };
  const form = { ...fields, required: ['file'], properties: { file, ...(fields['properties'] as object) } };
  return {
    description: 'The file, as a part of a form or as the body itself, with an optional name in `Content-Disposition`.',
    required: true,
    content: { [multipartType]: { schema: place(form) }, 'image/*': { schema: {} } },
  };
}

/**
 * Client generators treat a property with a default as required, so the description states the default instead (D70). An
 * update has no defaults: fields that are not sent stay as they are.
 */
export function propertyOf(field: Field<unknown>, inUpdate: boolean): JsonSchema {
  const { default: initial, ...rest } = field.schema;
  const schema = defaultsInWords(inUpdate ? rest : field.schema) as JsonSchema;
  return field.empty === 'clear' || field.empty === 'keep' ? nullable(schema) : schema;
}

function defaultsInWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(defaultsInWords);
  if (schema === null || typeof schema !== 'object') return schema;
  const { default: initial, ...rest } = schema as JsonSchema;
  const parts = mapValues(rest, defaultsInWords);
  if (initial === undefined || typeof initial === 'object') return parts;
  const value = typeof initial === 'string' ? `\`${initial}\`` : initial;
  const words = [rest['description'], `Default: ${value}`];
  return { ...parts, description: words.filter((text) => text !== undefined).join('. ') };
}

function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values, oneOf } = schema as { type?: string | string[]; enum?: unknown[]; oneOf?: unknown[] };
  if (type === undefined) return { ...schema, oneOf: [...(oneOf ?? []), { type: 'null' }] };
  return { ...schema, type: [type, 'null'].flat(), ...(values ? { enum: [...values, null] } : {}) };
}
