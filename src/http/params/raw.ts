// Untyped parameters: query strings, forms with brackets, JSON objects. See D2 and D3.
import { invalidParam } from '../../core/api-error.ts';
import { decodeUri } from '../../core/uri.ts';

export type Raw = string | number | boolean | null | Repeated | Raw[] | { [key: string]: Raw };
export type RawParams = Map<string, Raw>;

/** `a=1&a=2`: all of them for a list, the last for anything else. */
export class Repeated {
  readonly values: string[];
  constructor(values: string[]) {
    this.values = values;
  }
}

/** In a query or a form. */
export const maxNames = 1000;
const maxDepth = 6;

/** `a=1&b[]=2&c[x][y]=3` -> entries. Throws `rest_invalid_param`, for example for invalid UTF-8. */
export function parseQuery(text: string): RawParams {
  if (text === '') return new Map();
  const pairs = text.split('&').filter((pair) => pair !== '');
  const surplus = pairs[maxNames];
  if (surplus !== undefined) throw invalidParam(rootOfName(surplus.split('=')[0] as string), 'too_many_names');
  return collect(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const name = decode(at < 0 ? pair : pair.slice(0, at), pair.split('=')[0] as string);
      return at < 0 ? [name, ''] : [name, decode(pair.slice(at + 1), name)];
    }),
  );
}

/** Names with brackets become lists and objects. */
export function collect(pairs: readonly (readonly [string, string])[]): RawParams {
  const params = new Map<string, Raw | Branch>();
  for (const [name, value] of pairs) {
    const [key, ...path] = splitName(name) as [string, ...string[]];
    const before = params.get(key);
    if (path.length > 0) {
      const root = before instanceof Branch ? before : new Branch();
      params.set(key, root);
      root.put(path, value);
    } else if (typeof before === 'string') params.set(key, new Repeated([before, value]));
    else if (before instanceof Repeated) before.values.push(value);
    else params.set(key, value);
  }
  for (const [key, value] of params) if (value instanceof Branch) params.set(key, value.toRaw());
  return params as RawParams;
}

/** A node of the tree that names such as `a[0][b]` and `a[]` build. */
class Branch {
  readonly #children = new Map<string, Branch | string>();
  #next = 0;
  put(path: string[], value: string): void {
    const key = path[0] === '' ? String(this.#next) : (path[0] as string);
    if (/^\d+$/.test(key)) this.#next = Math.max(this.#next, Number(key) + 1);
    if (path.length === 1) {
      this.#children.set(key, value);
      return;
    }
    const before = this.#children.get(key);
    const child = before instanceof Branch ? before : new Branch();
    this.#children.set(key, child);
    child.put(path.slice(1), value);
  }
  toRaw(): Raw {
    const entries = [...this.#children].map(
      ([key, child]) => [key, child instanceof Branch ? child.toRaw() : child] as const,
    );
    if (entries.every(([key]) => /^\d+$/.test(key))) return entries.map(([, value]) => value);
    return Object.fromEntries(entries);
  }
}

/** `a[0][b]` -> `a`. */
export const rootOfName = (name: string): string => name.split('[')[0] as string;

function splitName(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')];
  if (path.length > maxDepth) throw invalidParam(path[0] as string, 'nested_too_deep');
  return path;
}

/** A percent sign without two hexadecimal digits after it is text, as for PHP and browsers. */
function decode(text: string, name: string): string {
  const decoded = decodeUri(text.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, '%25'));
  if (decoded === undefined) throw invalidParam(rootOfName(name), 'text_forbidden_characters');
  return decoded;
}

/** The members of a JSON object; other JSON values have no parameters. */
export function fromJson(value: unknown): RawParams {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value as Record<string, Raw>).map(([name, raw]) => [name, withoutGaps(raw)]));
}

/** PHP writes a list that has gaps as an object: `{"0": "a", "2": "b"}`. It is a list, as it would be in a form. */
function withoutGaps(raw: Raw): Raw {
  const keys = isObject(raw) ? Object.keys(raw) : [];
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(raw as object) : raw;
}

export const isObject = (raw: Raw): raw is { [key: string]: Raw } =>
  raw !== null && typeof raw === 'object' && !Array.isArray(raw) && !(raw instanceof Repeated);

export const scalarOf = (raw: Raw): Raw => (raw instanceof Repeated ? (raw.values.at(-1) as string) : raw);

/** Levels of lists and objects in a value of a JSON body. */
export const maxNesting = 5;
/** The same in a batch, where each body is in an object of a list. */
export const maxBatchNesting = maxNesting + 3;

/** Whether lists and objects are nested beyond `limit`; recurses no further than that. */
export function isDeeperThan(raw: Raw, limit: number): boolean {
  if (raw === null || typeof raw !== 'object' || raw instanceof Repeated) return false;
  if (limit === 0) return true;
  return Object.values(raw).some((child) => isDeeperThan(child, limit - 1));
}
