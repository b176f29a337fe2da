// Content lines of a calendar file (RFC 5545, 3.1): put together again from folded ones, at any size of the file.

export interface ContentLine {
  /** Of its first part in the file, from 1. */
  number: number;
  text: string;
  /** It had more than is read; `text` is its beginning. */
  isCut: boolean;
}

export interface LineReader {
  push(chunk: Buffer): ContentLine[];
  /** The last line, which need not be ended. */
  end(): ContentLine[];
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const tab = 0x09;
const blank = 0x20;

/** Folds may fall within a character: lines are joined as bytes and decoded as a whole. */
export function createLineReader(maxBytes: number): LineReader {
  let number = 0;
  let current: { number: number; parts: Buffer[]; length: number; isCut: boolean } | undefined;
  /** Of the physical line under way; undefined before its first byte. */
  let isUnderWay = false;
  let done: ContentLine[] = [];

  function finish(): void {
    if (current === undefined) return;
    const text = Buffer.concat(current.parts, current.length).toString('utf8').replaceAll('\0', '');
    if (text !== '') done.push({ number: current.number, text, isCut: current.isCut });
    current = undefined;
  }

  function add(part: Buffer): void {
    if (current === undefined) return;
    const room = maxBytes - current.length;
    current.isCut ||= part.length > room;
    const taken = part.subarray(0, room);
    if (taken.length === 0) return;
    current.parts.push(taken);
    current.length += taken.length;
  }

  function begin(part: Buffer): Buffer {
    isUnderWay = true;
    number += 1;
    if ((part[0] === blank || part[0] === tab) && current !== undefined) return part.subarray(1);
    finish();
    current = { number, parts: [], length: 0, isCut: false };
    return part;
  }

  /** More than one where a program took the file's line breaks for bare ones. */
  function trimReturns(): void {
    for (let last = current?.parts.at(-1); current !== undefined && last?.at(-1) === carriageReturn; ) {
      current.parts.pop();
      current.length -= 1;
      if (last.length > 1) current.parts.push(last.subarray(0, -1));
      last = current.parts.at(-1);
    }
  }

  const taken = () => {
    const lines = done;
    done = [];
    return lines;
  };

  return {
    push(chunk) {
      for (let from = 0; from < chunk.length; ) {
        const at = chunk.indexOf(newline, from);
        const part = chunk.subarray(from, at === -1 ? chunk.length : at);
        add(isUnderWay ? part : begin(part));
        from = at === -1 ? chunk.length : at + 1;
        if (at !== -1) {
          trimReturns();
          isUnderWay = false;
        }
      }
      return taken();
    },
    end() {
      trimReturns();
      finish();
      return taken();
    },
  };
}
