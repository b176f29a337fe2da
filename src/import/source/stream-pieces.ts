// A JSON document of any size, of which no more than one record is held in memory.
import { JSONParser } from '@streamparser/json';
import { withoutMark } from './read-bytes.ts';

/** What a JSON file consists of. */
export type Piece =
  /** A list begins; its elements follow. The key is '' where the outermost value is a list. */
  | { kind: 'list'; key: string }
  | { kind: 'element'; key: string; index: number; value: unknown }
  | { kind: 'member'; key: string; value: unknown };

/** Why a file cannot be read as JSON. The message completes the file's name. */
export class JsonProblem extends Error {}

const bracket = 0x5b;
const stringBufferSize = 64 * 1024;

/** Throws JsonProblem. */
export async function* streamPieces(
  chunks: AsyncIterable<Uint8Array>,
  { recordBytes }: { recordBytes: number },
): AsyncGenerator<Piece> {
  let pieces: Piece[] = [];
  let parser: JSONParser | undefined;
  let bytesSinceLast = 0;
  for await (const chunk of chunks) {
    const bytes = parser === undefined ? withoutMark(chunk) : chunk;
    parser ??= createParser(bytes, (piece) => void pieces.push(piece));
    parse(parser, bytes);
    yield* pieces;
    bytesSinceLast = pieces.length > 0 ? 0 : bytesSinceLast + bytes.length;
    pieces = [];
    if (bytesSinceLast > recordBytes) throw new JsonProblem(`holds a record of more than ${recordBytes >> 20} MiB`);
  }
  if (parser?.isEnded !== true) throw new JsonProblem('is not JSON: it ends in the middle');
}

/** The outermost value is a list of events, or an object with lists as members. */
function createParser(start: Uint8Array, found: (piece: Piece) => void): JSONParser {
  const isList = start.find((byte) => byte > 0x20) === bracket;
  const parser = new JSONParser({ paths: isList ? ['$.*'] : ['$.*', '$.*.*'], keepStack: false, stringBufferSize });
  if (isList) found({ kind: 'list', key: '' });
  parser.onValue = ({ value, key, parent, stack }) => {
    if (Array.isArray(parent)) {
      const list = isList ? '' : String(stack.at(-1)?.key);
      const index = Number(key);
      if (index === 0 && !isList) found({ kind: 'list', key: list });
      found({ kind: 'element', key: list, index, value });
      // The parser itself would hold all elements until the end of the list.
      parent[index] = null;
    } else if (stack.length === 1) {
      if (!Array.isArray(value)) found({ kind: 'member', key: String(key), value });
      else if (value.length === 0) found({ kind: 'list', key: String(key) });
    }
  };
  return parser;
}

function parse(parser: JSONParser, bytes: Uint8Array): void {
  try {
    parser.write(bytes);
  } catch (error) {
    const position = /absolute position "(\d+)"/.exec((error as Error).message)?.[1];
    throw new JsonProblem(position === undefined ? 'is not JSON' : `is not JSON (at byte ${position})`);
  }
}
