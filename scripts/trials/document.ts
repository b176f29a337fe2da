// The operations of the OpenAPI document with their parameters and the fields of their bodies.

export interface Operation {
  method: string;
  /** With placeholders such as `{id}`. */
  path: string;
  query: readonly string[];
  /** Of the JSON body, if any. */
  fields: readonly string[];
  /** Content types of the body. */
  bodies: readonly string[];
}

interface Reference {
  $ref?: string;
}
interface Parameter extends Reference {
  name?: string;
  in?: string;
}
interface Schema extends Reference {
  properties?: Record<string, unknown>;
}
interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> } & Reference;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
}

export async function readOperations(origin: string): Promise<Operation[]> {
  const document = (await (await fetch(`${origin}/calendar/events/v1/doc`)).json()) as Document;
  const follow = <T extends Reference>(value: T): T =>
    value.$ref === undefined
      ? value
      : (value.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as T);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { parameters = [], requestBody }]) => {
        const content = requestBody ? follow(requestBody).content : {};
        const schema = content['application/json']?.schema;
        return {
          method: method.toUpperCase(),
          path,
          query: parameters.map(follow).flatMap((one) => (one.in === 'query' && one.name ? [one.name] : [])),
          fields: schema ? Object.keys(follow(schema).properties ?? {}) : [],
          bodies: Object.keys(content),
        };
      }),
  );
}
