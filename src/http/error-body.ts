import { type ApiError, invalidParam, type Problem } from '../core/api-error.ts';
import type { Language } from '../core/languages.ts';
import { translate } from '../core/messages/messages.ts';

export interface ErrorReply {
  status: number;
  body: { code: string; message: string; data: Record<string, unknown> };
  headers: Record<string, string>;
}

export interface ErrorContext {
  language: Language;
  request: { id: string; method: string };
  /** The request used an alias, where existing clients expect the reference's error codes (D12). */
  alias?: boolean | undefined;
}

/** The error body: `code`, `message`, and `data` with the status and details of the code. */
export function presentError(thrown: ApiError, context: ErrorContext): ErrorReply {
  const error = context.alias ? asReference(thrown, context) : thrown;
  const { extras, code, status } = error;
  const message = translate(context.language, extras.message ?? code, extras.args);
  const data: Record<string, unknown> = { status };
  if (extras.missing) data['params'] = extras.missing;
  if (extras.problems) Object.assign(data, presentProblems(extras.problems, context.language));
  Object.assign(data, extras.data);
  data['request_id'] = context.request.id;
  const headers: Record<string, string> = { ...extras.headers };
  if (status === 401) headers['www-authenticate'] = 'Basic realm="Kalends", charset="UTF-8", Bearer realm="Kalends"';
  return { status, body: { code, message, data }, headers };
}

/** `details` has only the parameters of the wrong type; it is `[]` without any, as PHP serialises an empty array. */
function presentProblems(problems: ReadonlyMap<string, Problem>, language: Language) {
  const texts = [...problems].map(([name, problem]) => ({ name, type: problem.type, text: textOf(problem, language) }));
  const params = Object.fromEntries(texts.map(({ name, text }) => [name, text]));
  const types = texts.filter(({ type }) => type);
  const details = Object.fromEntries(
    types.map(({ name, text }) => [name, { code: 'rest_invalid_type', message: text, data: { param: name } }]),
  );
  return { params, details: types.length > 0 ? details : [] };
}

function textOf({ key, args, fields }: Problem, language: Language): string {
  if (!fields) return translate(language, key, args);
  const names = [...fields].map(([name, problem]) => `${name} (${textOf(problem, language)})`);
  return translate(language, key, { names: names.join(', ') });
}

/** The reference has no routes of images. */
function asReference(error: ApiError, { request: { method } }: ErrorContext): ApiError {
  const { code, extras } = error;
  const name = extras.unknown;
  if (name === undefined || code === 'rest-media-not-found') return error;
  if (code === 'rest-event-not-found' && (name === 'id' || /^(?:POST|PUT|PATCH)$/.test(method))) return error;
  return invalidParam(name, code);
}
