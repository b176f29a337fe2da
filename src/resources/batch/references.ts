// References in batch requests: `"{0.id}"` is the id in the first response.

/** The referenced value does not exist or is too long for a path. */
export class UnresolvedReference extends Error {}

const whole = /^\{(\d+)\.([\w.-]+)\}$/;
const inside = /\{(\d+)\.([\w.-]+)\}/g;

/** Replaces every string that is a reference by the referenced value, which keeps its type. */
export function resolveValue(value: unknown, replies: readonly unknown[]): unknown {
  if (typeof value === 'string') {
    const [, index, path] = whole.exec(value) ?? [];
    return index === undefined ? value : find(replies, Number(index), path as string);
  }
  if (Array.isArray(value)) return value.map((member) => resolveValue(member, replies));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolveValue(member, replies)]));
}

/** Limit of characters inserted into one path, equal to that of a URL. */
const maxInserted = 16_384;

/** Replaces references anywhere in the path. */
export function resolvePath(path: string, replies: readonly unknown[]): string {
  let room = maxInserted;
  return path.replace(inside, (_, index: string, rest: string) => {
    const text = String(find(replies, Number(index), rest));
    room -= text.length;
    if (room < 0) throw new UnresolvedReference();
    return encodeURIComponent(text);
  });
}

function find(replies: readonly unknown[], index: number, path: string): unknown {
  let value = replies[index];
  for (const key of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) throw new UnresolvedReference();
    value = (value as Record<string, unknown>)[key];
  }
  if (value === undefined) throw new UnresolvedReference();
  return value;
}
