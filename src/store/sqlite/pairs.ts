// Letters and pairs of letters, for searches of one or two letters, such as most Chinese and Japanese words.

/** Above every code point. */
const beyond = 2 ** 21;

/** The distinct letters (code points) and adjacent pairs of letters in folded texts, without blanks. */
export function lettersAndPairs(...texts: readonly string[]): string[] {
  const parts = new Set<number>();
  const note = (before: number, letter: number) => parts.add(before * beyond + letter);
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
  return [...parts].map(written);
}

function written(part: number): string {
  if (part < beyond) return letterOf(part);
  const first = Math.floor(part / beyond);
  return letterOf(first) + letterOf(part - first * beyond);
}

/** `fromCharCode` takes a quarter of the time of `fromCodePoint`. */
const letterOf = (code: number): string => (code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code));
