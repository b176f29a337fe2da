// Cuts a JSON text that arrives in chunks into the members of its outermost object, and those that are lists
// into their elements: memory holds one element at a time, however large the file is.
import { byteOf, byteOrderMark, isBlank, JsonProblem, type SplitLimits } from './bytes.ts';
import { createCapture } from './capture.ts';

export type Piece =
  /** A list begins; its elements follow. The key is '' where the outermost value is a list. */
  | { kind: 'list'; key: string }
  | { kind: 'element'; key: string; index: number; value: unknown }
  | { kind: 'member'; key: string; value: unknown };

export interface Splitter {
  push(chunk: Uint8Array): Piece[];
  /** Throws where the text stopped in the middle. */
  end(): void;
}

/** What may come next. */
type Place =
  | 'document'
  | 'first-key'
  | 'key'
  | 'colon'
  | 'member'
  | 'first-element'
  | 'element'
  | 'after-element'
  | 'after-list'
  | 'after-member'
  | 'end';

const structure: Readonly<Record<Place, Readonly<Record<number, Place>>>> = {
  document: { [byteOf.openObject]: 'first-key', [byteOf.openList]: 'first-element' },
  'first-key': { [byteOf.closeObject]: 'end' },
  key: {},
  colon: { [byteOf.colon]: 'member' },
  member: { [byteOf.openList]: 'first-element' },
  'first-element': { [byteOf.closeList]: 'after-list' },
  element: {},
  'after-element': { [byteOf.comma]: 'element', [byteOf.closeList]: 'after-list' },
  'after-list': {},
  'after-member': { [byteOf.comma]: 'key', [byteOf.closeObject]: 'end' },
  end: {},
};
const keyPlaces: readonly Place[] = ['first-key', 'key'];
const valuePlaces: readonly Place[] = ['member', 'first-element', 'element'];

export function createSplitter(limits: SplitLimits): Splitter {
  const capture = createCapture(limits);
  const reader = createReader();
  let before = 0;
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const byte = chunk[at] as number;
        const problem = () => new JsonProblem(`is not JSON (at byte ${before + at})`);
        if (!capture.isOpen()) {
          const isMark = before + at < byteOrderMark.length && byte === byteOrderMark[before + at];
          if (isBlank(byte) || isMark || reader.takeStructure(byte)) {
            at += 1;
            continue;
          }
          if (!reader.mayBegin(byte)) throw problem();
          capture.open();
        }
        const next = capture.take(chunk, at);
        if (!capture.isOpen()) reader.takeValue(parse(capture.bytes(), problem));
        at = next;
      }
      before += chunk.length;
      return reader.pieces.splice(0);
    },
    end() {
      if (!reader.isComplete()) throw new JsonProblem(before === 0 ? 'is empty' : 'is not JSON: it ends in the middle');
    },
  };
}

/** Follows the two outermost levels and notes the pieces. */
function createReader() {
  const pieces: Piece[] = [];
  let place: Place = 'document';
  let key = '';
  let index = 0;
  let isList = false;
  return {
    pieces,
    takeStructure(byte: number): boolean {
      const next = structure[place][byte];
      if (next === undefined) return false;
      if (next === 'first-element') {
        isList ||= place === 'document';
        index = 0;
        pieces.push({ kind: 'list', key });
      }
      place = next === 'after-list' ? (isList ? 'end' : 'after-member') : next;
      return true;
    },
    mayBegin: (byte: number): boolean =>
      valuePlaces.includes(place) || (keyPlaces.includes(place) && byte === byteOf.quote),
    takeValue(value: unknown): void {
      if (keyPlaces.includes(place)) {
        key = value as string;
        place = 'colon';
      } else if (place === 'member') {
        pieces.push({ kind: 'member', key, value });
        place = 'after-member';
      } else {
        pieces.push({ kind: 'element', key, index: index++, value });
        place = 'after-element';
      }
    },
    isComplete: (): boolean => place === 'end',
  };
}

function parse(bytes: Uint8Array, problem: () => JsonProblem): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw problem();
  }
}
