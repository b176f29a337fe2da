import { expect, test } from 'vitest';
import { presentDescription } from './description.ts';

const options = { home: 'https://calendar.example/sub', pageClasses: new Set(['row', 'lead']) };
const link = (url: string, name: string) => `<a href="${url}" rel="noopener">${name}</a>`;

test.each([
  ['<img src="/media/a.jpg" alt="A" />', '<img src="/media/a.jpg" alt="A" />'],
  ['<img src="https://calendar.example/a.jpg" />', '<img src="https://calendar.example/a.jpg" />'],
  [
    '<p><img src="https://old.example/a.jpg" alt="A &amp; B" /></p>',
    `<p>${link('https://old.example/a.jpg', 'A &#38; B')}</p>`,
  ],
  [
    '<img alt="" src="https://old.example/x/fly%20er.png?a=1&amp;b=2" />',
    link('https://old.example/x/fly%20er.png?a&#61;1&#38;b&#61;2', 'fly er.png'),
  ],
  ['<img src="https://old.example/" />', link('https://old.example/', 'old.example')],
  ['<img src="https://old.example/%zz" />', link('https://old.example/%zz', '%zz')],
  [
    '<a href="/b"><img src="https://old.example/a.jpg" /></a> <img src="https://old.example/c.jpg" />',
    `<a href="/b">a.jpg</a> ${link('https://old.example/c.jpg', 'c.jpg')}`,
  ],
  [
    '<picture><source srcset="https://old.example/b.webp" /><img src="https://old.example/a.jpg" /></picture>',
    link('https://old.example/a.jpg', 'a.jpg'),
  ],
  [
    '<video controls><source src="https://old.example/a.mp4" /></video><abbr>x</abbr>',
    `${link('https://old.example/a.mp4', 'a.mp4')}<abbr>x</abbr>`,
  ],
  ['<audio src="https://old.example/a.mp3"></audio>', link('https://old.example/a.mp3', 'a.mp3')],
  ['<img alt="none" />', '<img alt="none" />'],
])('Media of other sites are linked: %s', (description, shown) => {
  expect(presentDescription(description, options)).toBe(shown);
});

test('A table can have the focus, so that it scrolls with the keyboard', () => {
  expect(presentDescription('<table class="row"><tr></tr></table>', options)).toBe(
    '<table tabindex="0"><tr></tr></table>',
  );
});

test.each([
  ['<p class="row wide lead" style="color: red">x</p>', '<p class="wide">x</p>'],
  ['<p class="lead" lang="de" title="a style=">x</p>', '<p lang="de" title="a style=">x</p>'],
  ['class="row" &lt;p class="row"&gt;', 'class="row" &lt;p class="row"&gt;'],
  ['<img src="/a.jpg" srcset="/a.jpg 1x, https://old.example/b.jpg 2x" />', '<img src="/a.jpg" />'],
  ['<img src="/a.jpg" srcset="/a.jpg 1x, /b.jpg 2x" />', '<img src="/a.jpg" srcset="/a.jpg 1x, /b.jpg 2x" />'],
  ['<video src="/a.mp4" poster="//old.example/b.jpg"></video>', '<video src="/a.mp4"></video>'],
  [
    '<picture><source srcset="https://old.example/a.webp" type="image/webp" /><img src="/a.jpg" /></picture>',
    '<picture><source type="image/webp" /><img src="/a.jpg" /></picture>',
  ],
])('A description loads nothing from other hosts and has no styles of pages: %s', (description, shown) => {
  expect(presentDescription(description, options)).toBe(shown);
});
