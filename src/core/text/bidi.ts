const opens: Readonly<Record<string, 'embedding' | 'isolate'>> = {
  '\u202a': 'embedding',
  '\u202b': 'embedding',
  '\u202d': 'embedding',
  '\u202e': 'embedding',
  '\u2066': 'isolate',
  '\u2067': 'isolate',
  '\u2068': 'isolate',
};
const closes: Readonly<Record<string, 'embedding' | 'isolate'>> = { '\u202c': 'embedding', '\u2069': 'isolate' };

/**
 * Removes unbalanced embeddings, overrides and isolates, so that a text cannot change the direction of what follows it.
 * The end of an isolate also ends the embeddings inside it.
 */
export function balanceBidi(text: string): string {
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(text)) return text;
  const characters = [...text];
  const open: { at: number; kind: string }[] = [];
  const unbalanced = new Set<number>();
  let isolates = 0;
  for (const [at, character] of characters.entries()) {
    const opened = opens[character];
    const closed = closes[character];
    if (opened) open.push({ at, kind: opened });
    if (opened === 'isolate') isolates += 1;
    if (!closed) continue;
    const isClosable = closed === 'isolate' ? isolates > 0 : open.at(-1)?.kind === closed;
    if (!isClosable) {
      unbalanced.add(at);
      continue;
    }
    if (closed === 'isolate') isolates -= 1;
    for (let last = open.pop(); last && last.kind !== closed; last = open.pop()) unbalanced.add(last.at);
  }
  for (const { at } of open) unbalanced.add(at);
  return characters.filter((_, at) => !unbalanced.has(at)).join('');
}
