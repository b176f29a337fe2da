import { languages } from '../../core/languages.ts';
import type { Field, JsonSchema } from '../params/field.ts';
import type { Route } from '../route.ts';
import { repeatableParametersOf } from './repeatable.ts';

const languageText = 'Language of content and messages; takes precedence over the language segment of the URL';

export const languageSchema: JsonSchema = { type: 'string', enum: languages, description: languageText };

const { description: _described, ...languageValues } = languageSchema;

/** `components.parameters`: the parameters of every operation. */
export const globalParameters = {
  Language: { name: 'i18n_language', in: 'query', description: languageText, schema: languageValues },
  Fields: {
    name: '_fields',
    in: 'query',
    description:
      'Limits the reply to these members, such as `events.id,events.title,total`; `a.b` selects within objects and lists. Errors are always complete',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description:
      'With any value, wraps the reply: the status is 200, and the body has the original `body`, `status` and `headers`, with totals as numbers',
    schema: { type: 'boolean' },
  },
} as const;

const globals = Object.keys(globalParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }));
/** Replies other than JSON have no members to select, and no envelope. */
const globalsOfFiles = globals.slice(0, 1);

const isFile = (route: Route): boolean => route.replies.some(({ mediaType }) => mediaType !== undefined);

/** Path parameters, query parameters, and those of every operation. */
export function parametersOf(route: Route): unknown[] {
  const inQuery = route.method === 'GET' || route.method === 'DELETE';
  const declared = inQuery ? Object.entries(route.params).map(([name, field]) => queryParameter(name, field)) : [];
  return [
    ...pathParameters(route.path),
    ...declared,
    ...(isFile(route) ? globalsOfFiles : globals),
    ...repeatableParametersOf(route),
  ];
}

/** Path parameters. */
export const placeholders: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  id: { description: 'Id of the record', schema: { type: 'integer', minimum: 1 } },
  record: { description: 'Id or slug of the record', schema: { type: 'string', minLength: 1 } },
  slug: { description: 'Slug of the record, in any language', schema: { type: 'string', minLength: 1 } },
  language: { description: 'Language of the translation', schema: languageValues },
  external_id: { description: 'External id of the record', schema: { type: 'string', minLength: 1, maxLength: 255 } },
  revision: {
    description: 'Id of the revision; 0 for the state before the oldest',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  uuid: { description: 'Identifier of the application password', schema: { type: 'string', minLength: 1 } },
};

function pathParameters(path: string): unknown[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return names.map((name) => ({ name, in: 'path', required: true, ...placeholders[name] }));
}

function queryParameter(name: string, field: Field<unknown>): unknown {
  const { description, deprecated, ...schema } = field.schema;
  const isList = schema['type'] === 'array';
  return {
    name,
    in: 'query',
    ...(field.required ? { required: true } : {}),
    description,
    ...(deprecated ? { deprecated } : {}),
    ...(isList ? { style: 'form', explode: false } : {}),
    schema,
  };
}
