// Elements and attributes that descriptions may have (D18), how the layout treats them, and the names of all elements.

const words = (text: string): string[] => text.split(' ');

export const voidElements: ReadonlySet<string> = new Set(words('br hr img wbr col source track'));

/** Block elements. */
export const blockElements: ReadonlySet<string> = new Set(
  words(
    'address article aside blockquote caption center col colgroup dd details div dl dt figcaption figure footer h1 h2 ' +
      'h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul',
  ),
);

/** Their line breaks are kept. */
export const verbatimElements: ReadonlySet<string> = new Set(['pre', 'code']);

/** Text in them does not become paragraphs: its lines are separated by `<br />`. */
export const withoutParagraphs: ReadonlySet<string> = new Set(
  words(
    'h1 h2 h3 h4 h5 h6 summary hgroup caption ul ol menu dl table thead tbody tfoot tr colgroup picture audio video',
  ),
);

/** Inline elements in which white space between children is ignored. */
export const looseElements: ReadonlySet<string> = new Set(words('picture audio video ruby'));

export const allowedElements = [
  ...blockElements,
  ...voidElements.difference(blockElements),
  ...words(
    'a abbr acronym audio b bdi bdo big cite code data del dfn em font i ins kbd mark picture q rb rp rt rtc ruby s ' +
      'samp small span strike strong sub sup time tt u var video',
  ),
];

/** Removed with their content; of other elements that are not allowed only the tags are removed. */
export const droppedElements = words(
  'script style textarea option xmp noscript noembed noframes svg template title select object',
);

export const allowedAttributes: Record<string, string[]> = {
  '*': words('class title lang dir style role aria-label aria-hidden'),
  a: words('href target rel hreflang type'),
  audio: words('src controls loop muted preload'),
  blockquote: ['cite'],
  col: words('span width'),
  colgroup: words('span width'),
  data: ['value'],
  del: words('cite datetime'),
  details: ['open'],
  font: words('color size face'),
  img: words('src srcset sizes alt width height loading decoding'),
  ins: words('cite datetime'),
  li: ['value'],
  ol: words('start type reversed'),
  q: ['cite'],
  source: words('src srcset sizes media type width height'),
  table: words('border cellpadding cellspacing summary width align'),
  td: words('colspan rowspan headers align valign width'),
  th: words('colspan rowspan headers scope abbr align valign width'),
  time: ['datetime'],
  tr: words('align valign'),
  track: words('src kind srclang label default'),
  ul: ['type'],
  video: words('src poster width height controls loop muted playsinline preload'),
  ...Object.fromEntries(words('p div h1 h2 h3 h4 h5 h6 caption').map((name) => [name, ['align']])),
};

const closing = (names: string, closed: string): [string, ReadonlySet<string>][] =>
  words(names).map((name) => [name, new Set(words(closed))]);

/** Elements that close certain parents when they are opened, as in the parser of the sanitiser. */
export const closesParent: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...closing('tr', 'tr th td'),
  ...closing('th', 'th'),
  ...closing('td', 'thead th td'),
  ...closing('a', 'a'),
  ...closing('li', 'li'),
  ...closing('h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'),
  ...closing('dd dt', 'dd dt'),
  ...closing('rt rp', 'rt rp'),
  ...closing('tbody tfoot', 'thead tbody'),
]);

/** Block elements, including those that are not allowed in descriptions. */
export const blockNames: ReadonlySet<string> = new Set([
  ...blockElements,
  ...'dialog dir fieldset form legend search'.split(' '),
]);

/** Names distinguish markup from text such as `a <b` or `<someone@example.org>`. */
const others =
  'a abbr acronym applet area audio b base basefont bdi bdo bgsound big blink body br button canvas cite code command ' +
  'data datalist del dfn em embed font frame frameset head html i iframe image img input ins isindex kbd keygen label ' +
  'link listing map mark marquee math menuitem meta meter nobr noembed noframes noscript object optgroup option output ' +
  'param picture plaintext progress q rb rp rt rtc ruby s samp script select slot small source span strike strong style ' +
  'sub sup svg template textarea time title track tt u var video wbr xmp ' +
  'animate circle clippath defs desc ellipse filter foreignobject g line lineargradient marker mask path polygon ' +
  'polyline radialgradient rect stop symbol tspan use annotation maction menclose merror mfrac mi mo mn ms mtext mrow ' +
  'msqrt msub msup mtable mtd mtr semantics';

const elementNames: ReadonlySet<string> = new Set([...blockNames, ...others.split(' ')]);

/** An element of HTML, SVG or MathML, or of a namespace that word processors and social networks use (`o:p`). */
export const isElementName = (name: string): boolean => {
  const lower = name.toLowerCase();
  return elementNames.has(lower) || /^(?:o|w|v|m|st1|fb|g|xml):[a-z]/.test(lower);
};
