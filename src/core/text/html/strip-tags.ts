import { blockNames, isElementName } from './html-elements.ts';

interface Cut {
  /** Index after the markup. */
  end: number;
  /** Whether a space replaces the markup. */
  blank: boolean;
}

/**
 * Removes one layer of markup: tags, comments, scripts and styles with their content. Text that only looks like markup
 * (`2 < 3`, `<12 years`, `<someone@example.org>`) stays. Takes linear time.
 */
export function stripTags(text: string): string {
  const limits = {
    close: text.lastIndexOf('>'),
    double: text.lastIndexOf('"'),
    single: text.lastIndexOf("'"),
  };
  const ahead = { close: createSearch(text, '>'), equals: createSearch(text, '=') };
  let result = '';
  let copied = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const cut = markupAt(text, at, limits, ahead);
    if (cut === undefined) {
      at += 1;
      continue;
    }
    result += text.slice(copied, at) + (cut.blank ? ' ' : '');
    copied = cut.end;
    at = cut.end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** The last index of each character, so that no search scans to the end of the text in vain. */
interface Limits {
  close: number;
  double: number;
  single: number;
}

interface Ahead {
  close: Search;
  equals: Search;
}

/** Index of the next occurrence, or the length of the text. Calls must be in ascending order. */
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
  const lower = name.toLowerCase();
  // Checked before searching for the end, which may be the same for many tags.
  if (lower.length === 1 && !isShortTag(text, after, ahead)) return undefined;
  const end = tagEnd(text, after, limits);
  if (end === undefined) return { end: text.length, blank: true };
  if (!isClosing && (lower === 'script' || lower === 'style')) return { end: endOfRaw(text, end, lower), blank: true };
  return { end, blank: lower === 'br' || blockNames.has(lower) };
}

/** A one-letter tag must have an attribute or nothing but its name: `a <b` may be text. */
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

/** Index after the `>` of a tag; those inside of quoted attribute values do not count. */
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
