// Export files: parsed into one object, with the members of its header and the lists, and formatted again.

type Line = { list: string; record: unknown } | { records: number } | { format: string };
const lists = ['users', 'categories', 'tags', 'venues', 'organizers', 'events'];

export function parseExport(text: string) {
  const lines = text.trimEnd().split('\n');
  const exported: Record<string, unknown> = {};
  const [head, ...rest] = lines.map((line) => JSON.parse(line) as Line);
  Object.assign(exported, head, Object.fromEntries(lists.map((list) => [list, []])));
  for (const line of rest) {
    if (!('list' in line)) continue;
    exported[line.list] ??= [];
    (exported[line.list] as unknown[]).push(line.record);
  }
  // biome-ignore lint/suspicious/noExplicitAny: records of every kind, in any state that a test expects.
  return exported as Record<string, any>;
}

export function formatExport(exported: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(exported);
  const head = Object.fromEntries(members.filter(([, value]) => !Array.isArray(value)));
  const lines = members.flatMap(([list, value]) =>
    Array.isArray(value) ? value.map((record: unknown) => ({ list, record })) : [],
  );
  return `${[head, ...lines, { records: lines.length }].map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** Two exports of one calendar differ in their time. */
export const withoutTime = (text: string): string => text.replace(/"exported_at":"[^"]*"/, '');
