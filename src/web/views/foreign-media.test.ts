import { expect, test } from 'vitest';
import { linkForeignMedia } from './foreign-media.ts';

const home = 'https://calendar.example/sub';
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
  expect(linkForeignMedia(description, home)).toBe(shown);
});
