import type { JsonSchema } from '../http/params/field.ts';
import type { Method } from '../http/route.ts';

/** One request to the API. */
export interface Call {
  method: Method;
  /** Below the namespace. */
  path: string;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

export interface ApiReply {
  status: number;
  body: unknown;
}

export type CallApi = (call: Call) => Promise<ApiReply>;

export type Arguments = Readonly<Record<string, unknown>>;

export interface ObjectSchema extends JsonSchema {
  type: 'object';
  properties: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
}

export interface ToolResult {
  text: string;
  structured: Readonly<Record<string, unknown>>;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: ObjectSchema;
  output: ObjectSchema;
  /** Only callers who may write are offered the last two. A change may overwrite data, and repeating it changes no more. */
  effect: 'reads' | 'creates' | 'changes';
  run(args: Arguments, call: CallApi): Promise<ToolResult>;
}

/** A message that lets the model correct its call; not a protocol error. */
export class ToolError extends Error {}

/** The body of a successful reply. Throws ToolError with the message for each invalid parameter otherwise. */
export function bodyOf<T>({ status, body }: ApiReply): T {
  if (status < 400) return body as T;
  const { code, message, data } = body as { code: string; message: string; data: { params?: unknown } };
  const params = data.params;
  const named = params !== null && typeof params === 'object' && !Array.isArray(params) ? Object.entries(params) : [];
  throw new ToolError(
    [
      `${message} (${code}, ${status})`,
      ...named.map(([name, text]) => `- ${name === 'i18n_language' ? 'language' : name}: ${text}`),
    ].join('\n'),
  );
}

/** The API ignores unknown parameters; a model that misspells a name should get an error. */
export function assertKnown(args: Arguments, schema: ObjectSchema): void {
  const accepted = Object.keys(schema.properties);
  const unknown = Object.keys(args).filter((name) => !accepted.includes(name));
  if (unknown.length === 0) return;
  throw new ToolError(`Unknown: ${unknown.join(', ')}. Accepted are: ${accepted.join(', ')}.`);
}
