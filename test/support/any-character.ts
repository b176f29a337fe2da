import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/** Like `unit: 'binary'` of fast-check, which builds a table of a million characters at each use. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((code) => String.fromCodePoint(code < surrogates.first ? code : code + surrogates.count));
