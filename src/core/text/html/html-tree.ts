import { decodeHTMLStrict } from 'entities';
import { normalise } from '../normalise.ts';
import { hardenAttributes } from './html-attributes.ts';
import { blockElements, closesParent, verbatimElements, voidElements } from './html-elements.ts';

export interface Element {
  name: string;
  /** The attributes as written in the tag, after a space. */
  attributes: string;
  children: Node[];
  /** Contains a block: an inline element with one is laid out like a block. */
  hasBlock: boolean;
}
export type Node = string | Element;

const maxDepth = 50;
const tag = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g;

/**
 * Reads sanitised markup into a tree that is the same after it is written and read again: no block is inside a paragraph,
 * no element inside one that it would close, and nesting is bounded.
 */
export function readTree(html: string): Element {
  const builder = newBuilder();
  let end = 0;
  for (const match of html.matchAll(tag)) {
    const [whole, slash, name, attributes] = match as unknown as [string, string, string, string];
    addText(builder, html.slice(end, match.index));
    end = match.index + whole.length;
    if (slash) closeTag(builder);
    else openTag(builder, name, hardenAttributes(attributes.replace(/ \/$/, '')));
  }
  addText(builder, html.slice(end));
  normaliseTree(builder.root);
  return builder.root;
}

/** Normalises texts to NFC. An empty paragraph becomes a blank line and does not make its parent a block. */
function normaliseTree(element: Element, isVerbatim = false): void {
  const keepsLines = isVerbatim || verbatimElements.has(element.name);
  for (const [index, child] of element.children.entries()) {
    if (typeof child === 'string') {
      element.children[index] = normalise(child, 'NFC');
      continue;
    }
    normaliseTree(child, keepsLines);
    if (!keepsLines && child.name === 'p' && child.children.every(isGap)) element.children[index] = '\n\n';
    else element.hasBlock ||= child.hasBlock || blockElements.has(child.name);
  }
}

const isGap = (node: Node): boolean => (typeof node === 'string' ? /^[ \t\n]*$/.test(node) : node.name === 'br');

const newElement = (name: string, attributes: string): Element => ({ name, attributes, children: [], hasBlock: false });

/** An opening tag of the source, with its current element, or none if the tag was left out. */
interface Source {
  element: Element | undefined;
}
interface Open {
  element: Element;
  source: Source | undefined;
}

interface Builder {
  root: Element;
  /** From the root to the innermost. */
  open: Open[];
  sources: Source[];
}

function newBuilder(): Builder {
  const root = newElement('', '');
  return { root, open: [{ element: root, source: undefined }], sources: [] };
}

const top = ({ open }: Builder): Element => (open.at(-1) as Open).element;

function addText(builder: Builder, html: string): void {
  if (html === '') return;
  const { children } = top(builder);
  const text = normaliseText(html);
  const before = children.at(-1);
  if (typeof before === 'string') children[children.length - 1] = before + text;
  else children.push(text);
}

function openTag(builder: Builder, name: string, attributes: string): void {
  const source: Source = { element: undefined };
  if (!voidElements.has(name)) builder.sources.push(source);
  if (isEmptyMediaElement(name, attributes) || !mayOpen(builder, name)) return;
  if (blockElements.has(name)) endParagraph(builder);
  const element = append(builder, newElement(name, attributes));
  if (voidElements.has(name)) return;
  source.element = element;
  builder.open.push({ element, source });
}

/** Paragraphs do not count: the layout adds them, and they do not nest. */
function mayOpen({ open }: Builder, name: string): boolean {
  if (name === 'a' && open.slice(0, -1).some(({ element }) => element.name === 'a')) return false;
  if (voidElements.has(name) || name === 'p') return true;
  return open.filter(({ element }) => element.name !== 'p').length <= maxDepth;
}

function closeTag({ open, sources }: Builder): void {
  const element = sources.pop()?.element;
  const at = element ? open.findLastIndex((entry) => entry.element === element) : -1;
  if (at > 0) open.splice(at);
}

function append(builder: Builder, element: Element): Element {
  while (closesParent.get(element.name)?.has(top(builder).name)) builder.open.pop();
  top(builder).children.push(element);
  return element;
}

/** A block ends the paragraph around it; open inline elements continue around the block. */
function endParagraph(builder: Builder): void {
  const at = builder.open.findLastIndex(({ element }) => element.name === 'p');
  if (at === -1) return;
  const [paragraph, ...inline] = builder.open.splice(at) as [Open, ...Open[]];
  dropEmptyTail(paragraph.element);
  for (const { element, source } of inline) {
    const again = append(builder, newElement(element.name, element.attributes));
    if (source) source.element = again;
    builder.open.push({ element: again, source });
  }
}

/** Removes empty inline elements at the end. */
function dropEmptyTail(parent: Element): void {
  const last = parent.children.at(-1);
  if (last === undefined || typeof last === 'string' || voidElements.has(last.name)) return;
  dropEmptyTail(last);
  if (last.children.every((child) => typeof child === 'string' && child.trim() === '')) parent.children.pop();
}

const isEmptyMediaElement = (name: string, attributes: string): boolean =>
  ['img', 'source', 'track'].includes(name) && !/ src(?:set)?="/.test(attributes);

const reference = /&(?:#(\d{1,9});|#[xX]([0-9a-fA-F]{1,8});|[a-zA-Z][a-zA-Z0-9]{1,31};)?/g;

/** References stay as written, a bare `&` is escaped, references to forbidden characters are removed. */
const normaliseText = (html: string): string =>
  html.includes('&') ? html.replace(reference, normaliseReference) : html;

function normaliseReference(whole: string, decimal?: string, hexadecimal?: string): string {
  if (whole === '&') return '&amp;';
  if (decimal === undefined && hexadecimal === undefined) return whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal);
  const character = decodeHTMLStrict(whole);
  if (/[^\P{Cc}\n\t]|\ufffd/u.test(character)) return '';
  return code >= 0x80 && code <= 0x9f ? character : whole;
}
