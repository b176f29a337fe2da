// Unfolds the content lines of a calendar file (RFC 5545, 3.1) as a stream.

export interface ContentLine {
  /** Number of its first line in the file, from 1. */
  number: number;
  text: string;
  /** The line was too long; `text` is its beginning. */
  isCut: boolean;
}

export const nameOf = ({ text }: ContentLine): string => (/^[A-Za-z0-9-]+/.exec(text)?.[0] ?? '').toUpperCase();

/** What follows the first colon outside of quotes, as written. */
export const lineValue = ({ text }: ContentLine): string =>
  (/^[^:"]*(?:"[^"]*"[^:"]*)*:(.*)$/s.exec(text)?.[1] ?? '').trim();

/** From vCalendar 1.0. Such a line goes on after a `=` at its end. */
export const isQuotedPrintable = (text: string): boolean =>
  /^[^:"]{1,200};(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(text);

/** Folds may split a character: lines are joined as bytes (Latin-1) and then decoded. */
export async function* readContentLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<ContentLine[]> {
  let number = 0;
  let current: ContentLine | undefined;
  let done: ContentLine[] = [];
  let isQuoted = false;
  /** A quoted-printable line goes on, without a space at the beginning of the next. */
  let isOpen = false;
  const take = (physical: string) => {
    number += 1;
    const part = withoutReturns(physical);
    const isFolded = current !== undefined && !isOpen && /^[ \t]/.test(part);
    if (!isFolded && !isOpen) isQuoted = isQuotedPrintable(part);
    const begun = isFolded || isOpen ? current : undefined;
    isOpen = isQuoted && part.endsWith('=');
    const text = part.slice(isFolded ? 1 : 0, isOpen ? -1 : undefined);
    if (begun !== undefined) {
      if (begun.text.length <= maxBytes) begun.text += text;
      return;
    }
    finish();
    current = { number, text, isCut: false };
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
    // Some old programs end lines with carriage returns only.
    ending ??= text.includes('\n') ? '\n' : /\r[^\r]/.test(text) ? '\r' : undefined;
    const lines = text.split(ending ?? '\n');
    // One byte more than allowed marks it as too long.
    rest = (lines.pop() as string).slice(0, maxBytes + 1);
    for (const line of lines) take(line);
    yield done;
    done = [];
  }
  if (rest !== '') take(rest);
  finish();
  yield done;
}

/** Some programs end lines with several carriage returns. The lookbehind keeps the time linear. */
const withoutReturns = (line: string): string => line.replace(/(?<!\r)\r+$/, '');
