// Two letters in a row are what a search for fewer than three finds by: most words of Chinese and Japanese have no more.

const ascii = 128;
/** More than there are code points. */
const beyond = 2 ** 21;

export const isPair = (part: number): boolean => part >= beyond;

/** One letter, or two. */
export function lettersOf(part: number): string {
  if (!isPair(part)) return letterOf(part);
  const first = Math.floor(part / beyond);
  return letterOf(first) + letterOf(part - first * beyond);
}

/** A quarter of the time of `fromCodePoint` for nearly all there are. */
const letterOf = (code: number): string => (code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code));

/**
 * Each letter (code point) of folded texts and each pair of letters side by side, once: a letter by its code point, a pair
 * as the first times 2^21 and the second. Blanks begin and end no term that is searched for, and are in no pair.
 */
export function lettersAndPairs(...texts: readonly string[]): number[] {
  const found: number[] = [];
  // Of ASCII, which most texts are, a table is four times as fast as a set.
  const seen = new Uint8Array(ascii * ascii);
  const others = new Set<number>();
  const note = (before: number, letter: number) => {
    const part = before * beyond + letter;
    if (before >= ascii || letter >= ascii) {
      others.add(part);
    } else if (seen[before * ascii + letter] === 0) {
      seen[before * ascii + letter] = 1;
      found.push(part);
    }
  };
  for (const text of texts) {
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const letter = text.codePointAt(at) as number;
      if (letter > 0xffff) at++;
      const isBlank = letter === 32 || letter === 10;
      if (!isBlank) note(0, letter);
      if (!isBlank && before !== 0) note(before, letter);
      before = isBlank ? 0 : letter;
    }
  }
  return [...found, ...others];
}
