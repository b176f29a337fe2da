// Content lines of a calendar file (RFC 5545, 3.1), unfolded, at any size of the file.

export interface ContentLine {
  /** Of its first part in the file, from 1. */
  number: number;
  text: string;
  /** It was longer than is read; `text` is its beginning. */
  isCut: boolean;
}

/** Folds may fall within a character: lines are joined with one character for each byte and decoded as a whole. */
export async function* readContentLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<ContentLine[]> {
  let number = 0;
  let current: ContentLine | undefined;
  let done: ContentLine[] = [];
  const take = (physical: string) => {
    number += 1;
    const part = withoutReturns(physical);
    if (current !== undefined && /^[ \t]/.test(part)) {
      if (current.text.length <= maxBytes) current.text += part.slice(1);
      return;
    }
    finish();
    current = { number, text: part, isCut: false };
  };
  const finish = () => {
    if (current === undefined) return;
    const isCut = current.text.length > maxBytes;
    const text = Buffer.from(current.text.slice(0, maxBytes), 'latin1').toString('utf8').replaceAll('\0', '');
    if (text !== '') done.push({ number: current.number, text, isCut });
  };

  let rest = '';
  let ending: '\n' | '\r' | undefined;
  for await (const chunk of chunks) {
    const text = rest + chunk.toString('latin1');
    // Old programs end their lines by carriage returns alone.
    ending ??= text.includes('\n') ? '\n' : /\r[^\r]/.test(text) ? '\r' : undefined;
    const lines = text.split(ending ?? '\n');
    // One byte more shows that it is too long.
    rest = (lines.pop() as string).slice(0, maxBytes + 1);
    for (const line of lines) take(line);
    yield done;
    done = [];
  }
  if (rest !== '') take(rest);
  finish();
  yield done;
}

/** Some programs write several carriage returns at the end of a line. */
function withoutReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(0, end);
}
