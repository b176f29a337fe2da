// `"{0.id}"` in a request of a batch: a value of an earlier reply.

/** A reference that leads to nothing, or to more text than a path has room for. */
export class UnresolvedReference extends Error {}

const whole = /^\{(\d+)\.([\w.-]+)\}$/;
const inside = /\{(\d+)\.([\w.-]+)\}/g;

/** The value with every text that is a reference replaced by what it stands for, in its own type. */
export function resolveValue(value: unknown, replies: readonly unknown[]): unknown {
  if (typeof value === 'string') {
    const [, index, path] = whole.exec(value) ?? [];
    return index === undefined ? value : find(replies, Number(index), path as string);
  }
  if (Array.isArray(value)) return value.map((member) => resolveValue(member, replies));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolveValue(member, replies)]));
}

/** Characters that replies may bring into one path, as many as an address may have. */
const mostBrought = 16_384;

/** The path with references, which may stand anywhere in it, replaced by their text. */
export function resolvePath(path: string, replies: readonly unknown[]): string {
  let room = mostBrought;
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
