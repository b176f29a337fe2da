// `_fields=id,venue.city,events.title`: only these keys; dots go into objects and lists (D6).

interface Selection {
  whole: boolean;
  children: Map<string, Selection>;
}

/** No reply is as deep, but a path may be as long as a body. */
const deepest = 64;

export function selectFields(body: unknown, names: readonly string[]): unknown {
  const selection: Selection = { whole: false, children: new Map() };
  for (const name of names) {
    const path = name.split('.', deepest + 1);
    if (path.length <= deepest) add(selection, path);
  }
  return pick(body, selection) ?? [];
}

function add(selection: Selection, path: readonly string[]): void {
  let named = selection;
  for (const key of path) {
    const child = named.children.get(key) ?? { whole: false, children: new Map() };
    named.children.set(key, child);
    named = child;
  }
  named.whole = true;
}

function pick(value: unknown, selection: Selection): unknown {
  if (selection.whole) return value;
  if (Array.isArray(value))
    return value.map((member) => pick(member, selection)).filter((member) => member !== undefined);
  if (value === null || typeof value !== 'object') return undefined;
  const kept: [string, unknown][] = [];
  for (const [key, child] of Object.entries(value)) {
    const wanted = selection.children.get(key);
    const found = wanted && pick(child, wanted);
    if (found !== undefined) kept.push([key, found]);
  }
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
