import { blockNames, isElementName } from './element-names.ts';

interface Cut {
  /** Where the text goes on. */
  end: number;
  /** Whether a space replaces the markup. */
  blank: boolean;
}

/**
 * Takes one layer of markup out of a text: tags, comments, scripts and styles with their content. What only looks like
 * markup (`2 < 3`, `<12 years`, `<someone@example.org>`) stays. Linear in the length of the text.
 */
export function stripTags(text: string): string {
  const limits = {
    close: text.lastIndexOf('>'),
    double: text.lastIndexOf('"'),
    single: text.lastIndexOf("'"),
  };
  const ahead = { close: createSearch(text, '>'), equals: createSearch(text, '=') };
  let result = '';
  let kept = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const cut = markupAt(text, at, limits, ahead);
    if (cut === undefined) {
      at += 1;
      continue;
    }
    result += text.slice(kept, at) + (cut.blank ? ' ' : '');
    kept = cut.end;
    at = cut.end;
  }
  return kept === 0 ? text : result + text.slice(kept);
}

/** The last place of each sign, so that no search runs to the end of the text for nothing. */
interface Limits {
  close: number;
  double: number;
  single: number;
}

interface Ahead {
  close: Search;
  equals: Search;
}

/** Where the next one stands from a place on, or the end of the text; for places that only go forward. */
type Search = (from: number) => number;

function createSearch(text: string, sign: string): Search {
  let found = -1;
  return (from) => {
    if (found < from) found = text.indexOf(sign, from);
    if (found === -1) found = text.length;
    return found;
  };
}

function markupAt(text: string, at: number, limits: Limits, ahead: Ahead): Cut | undefined {
  const next = text[at + 1];
  if (next === '!' || next === '?') return declarationAt(text, at);
  const isClosing = next === '/';
  const name = /^[a-zA-Z][a-zA-Z0-9:]*/.exec(text.slice(at + (isClosing ? 2 : 1), at + 42))?.[0];
  if (name === undefined || !isElementName(name)) return undefined;
  const after = at + (isClosing ? 2 : 1) + name.length;
  if (after < text.length && !/[\s/>]/.test(text[after] as string)) return undefined;
  const small = name.toLowerCase();
  // Judged before its end is looked for, which may be the same for many of them.
  if (small.length === 1 && !isShortTag(text, after, ahead)) return undefined;
  const end = tagEnd(text, after, limits);
  if (end === undefined) return { end: text.length, blank: true };
  if (!isClosing && (small === 'script' || small === 'style')) return { end: endOfRaw(text, end, small), blank: true };
  return { end, blank: small === 'br' || blockNames.has(small) };
}

/** With an attribute, or with nothing but its name; `a <b` may be meant as it is written. */
const isShortTag = (text: string, after: number, { close, equals }: Ahead): boolean =>
  equals(after) < close(after) || /^[\s/]*>/.test(text.slice(after, close(after) + 1));

function declarationAt(text: string, at: number): Cut | undefined {
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 2);
    return { end: end === -1 ? text.length : end + 3, blank: false };
  }
  if (!/^<(?:![a-zA-Z[]|\?[a-zA-Z=])/.test(text.slice(at, at + 3))) return undefined;
  const end = text.indexOf('>', at);
  return { end: end === -1 ? text.length : end + 1, blank: false };
}

/** Behind the `>` of a tag; one inside a quoted attribute value does not count. */
function tagEnd(text: string, from: number, limits: Limits): number | undefined {
  let afterEquals = false;
  for (let at = from; at <= limits.close; at++) {
    const character = text[at] as string;
    if (character === '>') return at + 1;
    const isQuote = character === '"' || character === "'";
    if (isQuote && afterEquals && at < (character === '"' ? limits.double : limits.single)) {
      const close = text.indexOf(character, at + 1);
      if (close < limits.close) at = close;
    }
    afterEquals = character === '=' || (afterEquals && /\s/.test(character));
  }
  return undefined;
}

function endOfRaw(text: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(text);
  if (!found) return text.length;
  const end = text.indexOf('>', found.index);
  return end === -1 ? text.length : end + 1;
}
