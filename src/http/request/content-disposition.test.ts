import { expect, test } from 'vitest';
import { fileNameIn, inlineDisposition } from './content-disposition.ts';

test.each([
  [undefined, ''],
  ['', ''],
  ['attachment', ''],
  ['attachment; filename="a b.png"', 'a b.png'],
  ['attachment; filename=a.png', 'a.png'],
  ['attachment; FileName = "a.png"', 'a.png'],
  ['form-data; name="file"; filename="a.png"', 'a.png'],
  ['attachment; filename="a\\"b.png"', 'a"b.png'],
  ["attachment; filename*=UTF-8''%e2%82%ac.png", '€.png'],
  ['attachment; filename="x.png"; filename*=utf-8\'en\'%C3%A9.png', 'é.png'],
  ["attachment; filename*=iso-8859-1''%e9.png", 'é.png'],
  ['attachment; filename*=UTF-8\'\'%ff; filename="x.png"', 'x.png'],
  ["attachment; filename*=utf-7''a; filename=x.png", 'x.png'],
  [Buffer.from('attachment; filename="é.png"').toString('latin1'), 'é.png'],
  ['attachment; filename="\xe9.png"', '\xe9.png'],
])('The header %j names the file %j', (header, name) => expect(fileNameIn(header)).toBe(name));

test('A file name cannot break out of the Content-Disposition header', () => {
  expect(inlineDisposition('a"\r\nSet-Cookie: b.png')).toBe('inline; filename="a___Set-Cookie__b.png"');
});
