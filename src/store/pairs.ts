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
  const seen = new Uint8Array(ascii * ascii);
  const others = new Set<number>();
  for (const text of texts) {
    let before = 0;
    for (let at = 0; at < text.length; at++) {
      const letter = text.codePointAt(at) as number;
      if (letter > 0xffff) at++;
      if (letter === 32 || letter === 10) {
        before = 0;
      } else {
        if (letter < ascii && before < ascii) {
          if (seen[letter] === 0) found.push(letter);
          seen[letter] = 1;
          const pair = before * ascii + letter;
          if (seen[pair] === 0) found.push(before * beyond + letter);
          seen[pair] = 1;
        } else {
          others.add(letter);
          if (before !== 0) others.add(before * beyond + letter);
        }
        before = letter;
      }
    }
  }
  return others.size === 0 ? found : [...new Set([...found, ...others])];
}
