import { characterOf } from './entities.ts';
import { hardened } from './html-attributes.ts';
import { blockElements, closesParent, verbatimElements, voidElements } from './html-elements.ts';

export interface Element {
  name: string;
  /** As they stand in the tag, with a blank in front. */
  attributes: string;
  children: Node[];
  /** A block stands inside: an inline element with one is laid out like a block. */
  hasBlock: boolean;
}
export type Node = string | Element;

const deepest = 50;
const tag = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g;
const isVoid: ReadonlySet<string> = new Set(voidElements);

/**
 * Reads sanitised markup into a tree that reads the same when it is written and read again: no paragraph holds a block,
 * no element is the child of one that its tag would end, nothing is nested without bound.
 */
export function readTree(html: string): Element {
  const builder = newBuilder();
  let end = 0;
  for (const match of html.matchAll(tag)) {
    const [whole, slash, name, attributes] = match as unknown as [string, string, string, string];
    builder.text(html.slice(end, match.index));
    end = match.index + whole.length;
    if (slash) builder.close();
    else builder.open(name, hardened(attributes.replace(/ \/$/, '')));
  }
  builder.text(html.slice(end));
  settle(builder.root);
  return builder.root;
}

/** An empty paragraph is no more than a blank line, and makes no block of what it stands in. */
function settle(element: Element): void {
  if (verbatimElements.has(element.name)) {
    element.hasBlock = element.children.some(holdsBlock);
    return;
  }
  for (const [index, child] of element.children.entries()) {
    if (typeof child === 'string') continue;
    settle(child);
    if (child.name === 'p' && child.children.every(isGap)) element.children[index] = '\n\n';
    else element.hasBlock ||= child.hasBlock || blockElements.has(child.name);
  }
}

const holdsBlock = (node: Node): boolean =>
  typeof node !== 'string' && (blockElements.has(node.name) || node.children.some(holdsBlock));

const isGap = (node: Node): boolean => (typeof node === 'string' ? /^[ \t\n]*$/.test(node) : node.name === 'br');

const newElement = (name: string, attributes: string): Element => ({ name, attributes, children: [], hasBlock: false });

/** One tag of the source: its element, another one that took its place, or none if the tag is left out. */
interface Source {
  element: Element | undefined;
}
interface Open {
  element: Element;
  source: Source | undefined;
}

function newBuilder() {
  const root = newElement('', '');
  const open: Open[] = [{ element: root, source: undefined }];
  const sources: Source[] = [];
  const top = () => (open.at(-1) as Open).element;

  const append = (element: Element) => {
    while (closesParent.get(element.name)?.has(top().name)) open.pop();
    top().children.push(element);
  };

  /** A block ends the paragraph it stands in; inline elements that were open in it go on around the block. */
  const endParagraph = () => {
    const at = open.findLastIndex(({ element }) => element.name === 'p');
    if (at === -1) return;
    const [paragraph, ...inline] = open.splice(at) as [Open, ...Open[]];
    dropEmptyTail(paragraph.element);
    for (const { element, source } of inline) {
      const again = newElement(element.name, element.attributes);
      if (source) source.element = again;
      append(again);
      open.push({ element: again, source });
    }
  };

  return {
    root,
    text(html: string) {
      if (html === '') return;
      const { children } = top();
      const text = normaliseText(html);
      if (typeof children.at(-1) === 'string') children[children.length - 1] = `${children.at(-1)}${text}`;
      else children.push(text);
    },
    open(name: string, attributes: string) {
      const source: Source = { element: undefined };
      if (!isVoid.has(name)) sources.push(source);
      const depth = open.reduce((sum, { element }) => sum + (element.name === 'p' ? 0 : 1), 0);
      const isNestedLink = name === 'a' && open.slice(0, -1).some(({ element }) => element.name === 'a');
      if (isNestedLink || isEmptyMedium(name, attributes)) return;
      if (!isVoid.has(name) && name !== 'p' && depth > deepest) return;
      if (blockElements.has(name)) endParagraph();
      const element = newElement(name, attributes);
      append(element);
      if (isVoid.has(name)) return;
      source.element = element;
      open.push({ element, source });
    },
    close() {
      const element = sources.pop()?.element;
      const at = element ? open.findLastIndex((entry) => entry.element === element) : -1;
      if (at > 0) open.splice(at);
    },
  };
}

/** Takes away the inline elements at the end that hold nothing, now that they go on elsewhere. */
function dropEmptyTail(parent: Element): void {
  const last = parent.children.at(-1);
  if (last === undefined || typeof last === 'string' || isVoid.has(last.name)) return;
  dropEmptyTail(last);
  if (last.children.every((child) => typeof child === 'string' && child.trim() === '')) parent.children.pop();
}

const isEmptyMedium = (name: string, attributes: string): boolean =>
  ['img', 'source', 'track'].includes(name) && !/ src(?:set)?="/.test(attributes);

const reference = /&(?:#(\d{1,9});|#[xX]([0-9a-fA-F]{1,8});|[a-zA-Z][a-zA-Z0-9]{1,31};)?/g;

/** References stay as they are written, a bare `&` is escaped, references to what is no character go. */
const normaliseText = (html: string): string =>
  (html.includes('&') ? html.replace(reference, normaliseReference) : html).normalize('NFC');

function normaliseReference(whole: string, decimal?: string, hexadecimal?: string): string {
  if (whole === '&') return '&amp;';
  if (decimal === undefined && hexadecimal === undefined) return whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal);
  const character = characterOf(code);
  if (/[^\P{Cc}\n\t]|\ufffd/u.test(character)) return '';
  return code >= 0x80 && code <= 0x9f ? character : whole;
}
