import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/** What `unit: 'binary'` is, which however makes a table of a million characters wherever it is used. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map((code) => String.fromCodePoint(code < surrogates.first ? code : code + surrogates.count));
