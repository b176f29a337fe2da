// What a JSON file consists of.

export type Piece =
  /** A list begins; its elements follow. The key is '' where the outermost value is a list. */
  | { kind: 'list'; key: string }
  | { kind: 'element'; key: string; index: number; value: unknown }
  | { kind: 'member'; key: string; value: unknown };

/** Why a file cannot be read as JSON. The message completes the file's name. */
export class JsonProblem extends Error {}
