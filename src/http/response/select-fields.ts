// `_fields=id,venue.city,events.title` selects keys; dots descend into objects and lists (D6).

interface Selection {
  whole: boolean;
  children: Map<string, Selection>;
}

/** No reply is that deep; the limit is for paths as long as a body. */
const maxDepth = 64;

export function selectFields(body: unknown, names: readonly string[]): unknown {
  const selection: Selection = { whole: false, children: new Map() };
  for (const name of names) {
    const path = name.split('.', maxDepth + 1);
    if (path.length <= maxDepth) add(selection, path);
  }
  return pick(body, selection) ?? [];
}

function add(selection: Selection, path: readonly string[]): void {
  let node = selection;
  for (const key of path) {
    const child = node.children.get(key) ?? { whole: false, children: new Map() };
    node.children.set(key, child);
    node = child;
  }
  node.whole = true;
}

function pick(value: unknown, selection: Selection): unknown {
  if (selection.whole) return value;
  if (Array.isArray(value))
    return value.map((member) => pick(member, selection)).filter((member) => member !== undefined);
  if (value === null || typeof value !== 'object') return undefined;
  const picked: [string, unknown][] = [];
  for (const [key, child] of Object.entries(value)) {
    const selected = selection.children.get(key);
    const found = selected && pick(child, selected);
    if (found !== undefined) picked.push([key, found]);
  }
  return picked.length > 0 ? Object.fromEntries(picked) : undefined;
}
