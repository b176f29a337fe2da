import { describe, expect, test } from 'vitest';
import { htmlToLines, htmlToText, toSafeHtml } from './html.ts';

const paragraphs: [string, string, string][] = [
  ['one line', 'ok text', '<p>ok text</p>'],
  ['lines and blank lines', 'One\nTwo\n\nThree', '<p>One<br />\nTwo</p>\n<p>Three</p>'],
  ['line ends of other systems', 'One\r\nTwo\r\rThree', '<p>One<br />\nTwo</p>\n<p>Three</p>'],
  ['spaces around lines', '  One  \n\t Two\n \t\n\n Three ', '<p>One<br />\nTwo</p>\n<p>Three</p>'],
  ['blocks are not wrapped', '<h2>Hi</h2><p>para</p>', '<h2>Hi</h2>\n<p>para</p>'],
  ['text beside blocks is', '<h2>Hi</h2>para<hr>more', '<h2>Hi</h2>\n<p>para</p>\n<hr />\n<p>more</p>'],
  ['lists', '<ul><li>a</li><li>b</ul>', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['nested lists', '<li>a<ul><li>b</ul></li>', '<li>\na\n<ul>\n<li>b</li>\n</ul>\n</li>'],
  ['one paragraph in a box is text', '<div>a\nb</div>', '<div>a<br />\nb</div>'],
  ['several are paragraphs', '<div>a\n\nb</div>', '<div>\n<p>a</p>\n<p>b</p>\n</div>'],
  ['quotations', '<blockquote>q</blockquote>', '<blockquote>\n<p>q</p>\n</blockquote>'],
  ['two line breaks part paragraphs', 'a<br>b<br/><br />c', '<p>a<br />\nb</p>\n<p>c</p>'],
  ['a blank line in a paragraph', '<p class="x">a\n\nb</p>', '<p class="x">a</p>\n<p>b</p>'],
  ['a blank line in inline markup', '<b>a\n\nb</b>', '<p><b>a<br />\n<br />\nb</b></p>'],
  ['a heading has no paragraphs', '<h3>a\n\nb</h3>', '<h3>a<br />\n<br />\nb</h3>'],
  ['a block ends a paragraph', '<p>a<div>b</div>c', '<p>a</p>\n<div>b</div>\n<p>c</p>'],
  ['a link around a block', '<p><a href="/x"><div>b</div></a></p>', '<a href="/x">\n<div>b</div>\n</a>'],
  ['preformatted text', '<pre>a\n\n  <b>b</b>\n</pre>', '<pre>a\n\n  <b>b</b>\n</pre>'],
  ['code', 'x <code>a\n\nb</code> y', '<p>x <code>a\n\nb</code> y</p>'],
  ['tables', '<table><tr><td>1<td>2</table>', '<table>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</table>'],
  [
    'pictures',
    '<picture>\n<source srcset="a.png">\n<img src="b.png">\n</picture>',
    '<p><picture><source srcset="a.png" /><img src="b.png" /></picture></p>',
  ],
  ['editor comments', '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->', '<p>a</p>'],
  ['no typographic substitution', `She said "yes" -- it's 2x4...`, `<p>She said "yes" -- it's 2x4...</p>`],
  ['empty paragraphs go', '<p></p>a<p> </p>b<p><br></p>', '<p>a</p>\n<p>b</p>'],
];
const references: [string, string, string][] = [
  ['bare ampersands', 'R&D & more; AT&T', '<p>R&amp;D &amp; more; AT&amp;T</p>'],
  [
    'references stay',
    '&amp; &lt;b&gt; &nbsp;&#8211;&#x2013;&eacute;',
    '<p>&amp; &lt;b&gt; &nbsp;&#8211;&#x2013;&eacute;</p>',
  ],
  ['numbers of Windows-1252', 'a &#150; b', '<p>a – b</p>'],
  ['no characters', 'a&#0;&#7;&#xd800;b\u0000\u000b\u0085', '<p>ab</p>'],
  ['composed', 'e\u0301', '<p>é</p>'],
  ['a mark that would change a tag', '<b>\u0338x</b>', '<p><b>&#824;x</b></p>'],
  ['signs that are no tags', '1 < 2 > 0 <3 <12 years', '<p>1 &lt; 2 &gt; 0 &lt;3 &lt;12 years</p>'],
  ['addresses in angle brackets', 'Ann <ann@example.org>', '<p>Ann &lt;ann@example.org&gt;</p>'],
  ['an unfinished sign', 'a<b', '<p>a&lt;b</p>'],
];
const safety: [string, string, string][] = [
  ['handlers', '<p onclick="x()">a</p>', '<p>a</p>'],
  ['scripts and styles with their content', 'a<script>x</script><style>y</style>b', '<p>ab</p>'],
  ['frames', '<iframe src="https://example.org"></iframe>a', '<p>a</p>'],
  ['unknown tags', '<form><input>a<o:p>b</o:p></form>', '<p>ab</p>'],
  ['script URLs', '<a href="javascript:x">a</a>', '<p><a>a</a></p>'],
  ['hidden script URLs', '<a href="j&#x61;va\tscript&colon;x">a</a>', '<p><a>a</a></p>'],
  ['references without end', '<a href="&#106avascript:x">a</a>', '<p><a href="&amp;#106avascript:x">a</a></p>'],
  ['data URLs', '<img src="data:text/html,x"><a href="data:x">a</a>', '<p><a>a</a></p>'],
  [
    'good URLs',
    '<a href="tel:+1">a</a><a href="mailto:a@example.org">b</a><a href="../c?d=1&e=2#f">c</a>',
    '<p><a href="tel:+1">a</a><a href="mailto:a@example.org">b</a><a href="../c?d=1&amp;e=2#f">c</a></p>',
  ],
  [
    'new tabs',
    '<a target="_BLANK" rel="opener nofollow" href="/">a</a>',
    '<p><a target="_blank" rel="nofollow noopener" href="/">a</a></p>',
  ],
  ['other targets', '<a target="top" href="/">a</a>', '<p><a href="/">a</a></p>'],
  ['ids', '<p id="x" class="y" data-z="1">a</p>', '<p class="y">a</p>'],
  [
    'styles of text',
    '<p style="TEXT:x;text-align : center;position:fixed;color:url(x)">a</p>',
    '<p style="text-align: center">a</p>',
  ],
  ['autoplay', '<video src="a.mp4" autoplay controls></video>', '<p><video src="a.mp4" controls></video></p>'],
  [
    'sources',
    '<img src=a.png srcset="a.png, javascript:x 1x, b.png 2x,c,d.png 300w">',
    '<p><img src="a.png" srcset="a.png, b.png 2x, c,d.png 300w" /></p>',
  ],
  [
    'what looks like a script',
    '<img src="a" alt="a onb=c javascript:d">',
    '<p><img src="a" alt="a onb&#61;c javascript&#58;d" /></p>',
  ],
];
const nothing = [
  '',
  ' \n\t',
  '<p></p>',
  '<p>&nbsp;</p>',
  '<script>x</script>',
  '<img>',
  '<div><b> </b></div>',
  '\u200b',
  '&#8203;',
];

describe('toSafeHtml', () => {
  for (const table of [paragraphs, references, safety]) {
    test.each(table)('Unsafe HTML: %s', (_, input, expected) => {
      expect(toSafeHtml(input)).toBe(expected);
      expect(toSafeHtml(expected)).toBe(expected);
    });
  }

  test.each(nothing)('HTML without visible content becomes empty: %j', (input) => expect(toSafeHtml(input)).toBe(''));

  test('A typical page of another site is unchanged', () => {
    const page = [
      '<p>Join us for the <b>open house</b> &#8211; all are&nbsp;welcome.<br />\nBring a friend.</p>',
      '<p><a href="https://example.org/files/flyer_v2.pdf"><img class="aligncenter size-full" src="https://example.org/2020/11/a.png" alt="Flyer" width="720" height="398" srcset="https://example.org/2020/11/a-200x111.png 200w, https://example.org/2020/11/a.png 720w" sizes="(max-width: 720px) 100vw, 720px" /></a></p>',
      '<h3 style="text-align: center">Programme</h3>',
      '<ul>\n<li>Doors &amp; coffee</li>\n<li><em>Talks</em></li>\n</ul>',
    ].join('\n');
    expect(toSafeHtml(page)).toBe(page);
  });

  test('Many tags in capital letters do not count as deep nesting', () => {
    const page = `<P>${'a<BR>b<IMG SRC="c.png">'.repeat(3000)}</P>`;
    expect(toSafeHtml(page).match(/<img/g)).toHaveLength(3000);
  });

  test('A blank line does not duplicate attributes', () => {
    const long = `class="${'x'.repeat(10_000)}"`;
    expect(toSafeHtml(`<p ${long}><b ${long}>${'a\n\n'.repeat(1000)}`).length).toBeLessThan(60_000);
  });
});

test.each([
  ['<p>One<br />\nTwo</p>\n<p>Three &amp; <b>f</b>our&nbsp;&#8230;</p>', 'One Two Three & four …'],
  ['<ul>\n<li>a</li><li>b</li>\n</ul>', 'a b'],
  ['&lt;b&gt;', '<b>'],
  ['', ''],
])('htmlToText of %j', (html, text) => expect(htmlToText(html)).toBe(text));

test.each([
  ['', ''],
  ['One\n\nTwo\nthree', 'One\n\nTwo\nthree'],
  ['<p>One</p><ul><li>a</li><li>b <b>c</b></li></ul><p>Two</p>', 'One\n\na\nb c\n\nTwo'],
  ['<h2>Head</h2>Text &amp; more', 'Head\n\nText & more'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
])('The lines of %j are %j', (input, lines) => {
  expect(htmlToLines(toSafeHtml(input))).toBe(lines);
});
