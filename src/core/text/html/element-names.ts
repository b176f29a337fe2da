// Names of elements, to distinguish markup from text such as `a <b` or `<someone@example.org>`.
import { blockElements } from './html-elements.ts';

/** Block elements, including those that are not allowed in descriptions. */
export const blockNames: ReadonlySet<string> = new Set([
  ...blockElements,
  ...'dialog dir fieldset form legend search'.split(' '),
]);

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
  const small = name.toLowerCase();
  return elementNames.has(small) || /^(?:o|w|v|m|st1|fb|g|xml):[a-z]/.test(small);
};
