export interface SplitLimits {
  /** Of one element or member. */
  maxBytes: number;
  maxDepth: number;
}

/** The text is not JSON, or exceeds a limit; the message completes "the file …". */
export class JsonProblem extends Error {}

const code = (character: string): number => character.charCodeAt(0);

export const byteOf = {
  quote: code('"'),
  backslash: code('\\'),
  comma: code(','),
  colon: code(':'),
  openList: code('['),
  closeList: code(']'),
  openObject: code('{'),
  closeObject: code('}'),
} as const;

/** Blanks of JSON. */
export const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf];
