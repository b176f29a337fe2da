import { expect, test } from 'vitest';
import { decodeEntities } from './entities.ts';
import { entityNames } from './entity-names.ts';

test.each([
  ['Rock &#038; Roll &#8220;x&#8221; &hellip; &nbsp;!', 'Rock & Roll “x” … \u00a0!'],
  ['&#x1F389; &#X41; &eacute;&Eacute; &alpha;&Omega; &lt;b&gt;', '🎉 A éÉ αΩ <b>'],
  ['&amp;lt;', '&lt;'],
  ['AT&T; &foo; & &copy 2020 &#; &#x;', 'AT&T; &foo; & &copy 2020 &#; &#x;'],
  ['&#150; &#128;', '– €'],
  ['&#0; &#xd800; &#x110000;', '\ufffd \ufffd \ufffd'],
])('decodes %j', (text, expected) => expect(decodeEntities(text)).toBe(expected));

test.each([
  ['nbsp', 0xa0],
  ['yuml', 0xff],
  ['Rho', 0x3a1],
  ['Sigma', 0x3a3],
  ['sigmaf', 0x3c2],
  ['omega', 0x3c9],
])('&%s; is %i', (name, code) => expect(entityNames.get(name)?.codePointAt(0)).toBe(code));
