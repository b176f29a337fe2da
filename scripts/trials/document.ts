// The operations of the OpenAPI document with their parameters and the fields of their bodies.

export interface Operation {
  method: string;
  /** With placeholders such as `{id}`. */
  path: string;
  query: readonly string[];
  /** Of the JSON body, if any. */
  fields: readonly string[];
}

/** Any part of the document, with the members that are read here. */
interface Part {
  $ref?: string;
  name?: string;
  in?: string;
  properties?: object;
  parameters?: Part[];
  requestBody?: Part;
  content?: Record<string, { schema?: Part }>;
}

export async function readOperations(origin: string): Promise<Operation[]> {
  const reply = await fetch(`${origin}/calendar/events/v1/doc`);
  const document = (await reply.json()) as { paths: Record<string, Record<string, Part>> };
  const follow = (part: Part = {}): Part => {
    if (part.$ref === undefined) return part;
    const names = part.$ref.slice(2).split('/');
    return names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as Part;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { parameters = [], requestBody }]) => {
        const { content = {} } = follow(requestBody);
        return {
          method: method.toUpperCase(),
          path,
          query: parameters.map(follow).flatMap((one) => (one.in === 'query' && one.name ? [one.name] : [])),
          fields: Object.keys(follow(content['application/json']?.schema).properties ?? {}),
        };
      }),
  );
}
