import { ApiError, invalidParam, type Problem, Problems } from '../../core/api-error.ts';
import { type Language, languages, parseLanguage } from '../../core/languages.ts';
import { Fault, type Field, type Fields, type JsonSchema, type ReadContext, type Values } from './field.ts';
import { isDeeperThan, maxNesting, type Raw, type RawParams, scalarOf } from './raw.ts';
import { boolean } from './scalars.ts';

/** Values and problems; the caller may add more problems before it throws. */
export interface ReadResult<F extends Fields> {
  values: Values<F>;
  problems: Problems;
}

/** An empty list counts as not sent only where a list is expected. */
const isEmpty = (raw: Raw, { schema }: Field<unknown>): boolean =>
  raw === null || raw === '' || (Array.isArray(raw) && raw.length === 0 && takesList(schema));

const takesList = ({ type, oneOf = [] }: { type?: unknown; oneOf?: unknown } & JsonSchema): boolean =>
  [type].flat().includes('array') || (oneOf as JsonSchema[]).some(takesList);

/**
 * Reads the declared parameters and ignores others. Missing required ones are reported alone, by throwing (D3). For a
 * required field `null` counts as missing.
 */
export function readParams<F extends Fields>(fields: F, params: RawParams, context: ReadContext): ReadResult<F> {
  const missing: string[] = [];
  const problems = new Problems();
  const values: Record<string, unknown> = {};
  const language = languageProblem(params);
  if (language) problems.set(languageParameter, language);
  for (const [name, field] of Object.entries(fields)) {
    const raw = params.get(name);
    if (raw === undefined || (raw === null && field.required)) {
      if (field.required) missing.push(name);
      continue;
    }
    if (isEmpty(raw, field) && field.empty !== 'invalid') {
      if (field.empty === 'clear') values[name] = null;
      continue;
    }
    if (isDeeperThan(raw, field.maxNesting ?? maxNesting)) {
      problems.add(name, 'nested_too_deep');
      continue;
    }
    const value = field.read(raw, context);
    if (value instanceof Fault) problems.set(name, value.problem);
    else values[name] = value;
  }
  if (missing.length > 0)
    throw new ApiError('rest_missing_callback_param', { missing, args: { names: missing.join(', ') } });
  return { values: values as Values<F>, problems };
}

const dryRunField = boolean({ default: false });

/** The parameter `dry_run` of a write. Throws 400 for a value that is neither true nor false. */
export function isDryRun(context: ReadContext & { params: RawParams }): boolean {
  const raw = context.params.get('dry_run');
  if (raw === undefined || raw === null || raw === '') return false;
  const value = dryRunField.read(raw, context);
  if (value instanceof Fault) throw invalidParam('dry_run', 'boolean_expected');
  return value;
}

/** The values, if there is no problem with any; otherwise throws all problems. */
export function getParams<F extends Fields>(
  fields: F,
  context: ReadContext & { params: RawParams },
): ReadResult<F>['values'] {
  const { values, problems } = readParams(fields, context.params, context);
  problems.throwIfAny();
  return values;
}

export const languageParameter = 'i18n_language';

/** The language that a parameter selects; it wins over the URL (D57). An empty value is ignored. */
export function selectedLanguage(params: RawParams): Language | undefined {
  const code = scalarOf(params.get(languageParameter) ?? null);
  return typeof code === 'string' ? parseLanguage(code) : undefined;
}

/** The problem of an unknown language code. */
export function languageProblem(params: RawParams): Problem | undefined {
  const raw = scalarOf(params.get(languageParameter) ?? null);
  if (raw === null || raw === '' || selectedLanguage(params)) return undefined;
  return { key: 'one_of', args: { values: languages.join(', ') } };
}
