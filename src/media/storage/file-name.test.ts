import { expect, test } from 'vitest';
import { fileStem, nameInUrl, titleOf } from './file-name.ts';

test.each([
  ['Summer Fête (1).JPEG', 'summer-fete-1', 'Summer Fête (1)'],
  ['C:\\fakepath\\photo_of_us.png', 'photo-of-us', 'photo of us'],
  ['../../etc/passwd', 'passwd', 'passwd'],
  ['.htaccess', 'htaccess', '.htaccess'],
  ['日本の祭り.png', 'image', '日本の祭り'],
  ['', 'image', ''],
  ['a/b/', 'image', ''],
  ['poster.tar.gz', 'poster-tar', 'poster.tar'],
  [`${'x'.repeat(300)}.png`, 'x'.repeat(60), 'x'.repeat(300)],
  ['50%-off_"sale".png', '50-off-sale', '50%-off "sale"'],
])('The file name %j is stored as %j', (name, stem, title) => {
  expect(fileStem(name)).toBe(stem);
  expect(titleOf(name)).toBe(title);
});

test.each([
  ['https://a.example/b/c%20d.png?x=1', 'c d.png'],
  ['https://a.example/', ''],
  ['https://a.example/%ff.png', '%ff.png'],
])('the name in %s', (url, name) => expect(nameInUrl(new URL(url))).toBe(name));
