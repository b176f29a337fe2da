import { blockElements, looseElements, verbatimElements, voidElements, withoutParagraphs } from './html-elements.ts';
import type { Element, Node } from './html-tree.ts';

const isBlock = (node: Node): node is Element =>
  typeof node !== 'string' && (blockElements.has(node.name) || node.hasBlock);

/** Serialises a tree with paragraphs as in the reference: a blank line begins a `<p>`, a line break is a `<br />`. */
export const layOut = (root: Element): string => blocksOf(root, true).lines.join('\n');

/** Serialises a tree in its own lines. */
export const writeAsIs = (root: Element): string => root.children.map(writeNode).join('');

type Part = { kind: 'block' | 'paragraph'; html: string } | { kind: 'run'; paragraphs: string[] };

/** The blocks of a container, and the text between them, as paragraphs if there is more than one. */
function blocksOf(container: Element, always: boolean): { lines: string[]; isText: boolean } {
  const parts = partsOf(container.children);
  const hasParagraphs = parts.some(
    (part) => part.kind === 'paragraph' || (part.kind === 'run' && part.paragraphs.length > 1),
  );
  const isWrapped = always || (hasParagraphs && !withoutParagraphs.has(container.name));
  const lines = parts.flatMap((part) => {
    if (part.kind !== 'run') return [part.html];
    return isWrapped ? part.paragraphs.map((text) => `<p>${text}</p>`) : [part.paragraphs.join('<br />\n<br />\n')];
  });
  return { lines, isText: !isWrapped && parts.every((part) => part.kind === 'run') };
}

function partsOf(children: readonly Node[]): Part[] {
  const parts: Part[] = [];
  let run: Node[] = [];
  const endRun = () => {
    const paragraphs = paragraphsOf(run);
    if (paragraphs.length > 0) parts.push({ kind: 'run', paragraphs });
    run = [];
  };
  for (const child of children) {
    if (!isBlock(child)) run.push(child);
    else {
      endRun();
      parts.push(...blockParts(child));
    }
  }
  endRun();
  return parts;
}

function blockParts(element: Element): Part[] {
  if (element.name !== 'p') return [{ kind: 'block', html: writeBlock(element) }];
  // Only the first paragraph keeps the attributes: a blank line must not duplicate them.
  return paragraphsOf(element.children).map((text, index) => ({
    kind: 'paragraph',
    html: `<p${index === 0 ? element.attributes : ''}>${text}</p>`,
  }));
}

function writeBlock(element: Element): string {
  if (voidElements.has(element.name) || verbatimElements.has(element.name)) return writeVerbatim(element);
  const { lines, isText } = blocksOf(element, element.name === 'blockquote');
  return write(element, isText || lines.length === 0 ? lines.join('') : `\n${lines.join('\n')}\n`);
}

const write = ({ name, attributes }: Element, inner: string): string => `<${name}${attributes}>${inner}</${name}>`;

function writeVerbatim(element: Element): string {
  if (voidElements.has(element.name)) return `<${element.name}${element.attributes} />`;
  return write(element, writeAsIs(element));
}

const writeNode = (node: Node): string => (typeof node === 'string' ? node : writeVerbatim(node));

function writeInline(element: Element): string {
  if (voidElements.has(element.name) || verbatimElements.has(element.name)) return writeVerbatim(element);
  const isLoose = looseElements.has(element.name);
  const children = element.children.filter((child, index) => {
    if (typeof child !== 'string' || !/^[ \t\n]*$/.test(child)) return true;
    // A line break before the first or after the last child is formatting of the source.
    const isEdge = index === 0 || index === element.children.length - 1;
    return !isLoose && !(isEdge && child.includes('\n'));
  });
  const { lines, breaks } = linesOf(children);
  return write(element, lines.map((line, index) => line + '<br />\n'.repeat(breaks[index] ?? 0)).join(''));
}

/** The paragraphs of a run of text and inline elements, separated by two line breaks or a blank line. */
function paragraphsOf(run: readonly Node[]): string[] {
  const { lines, breaks } = linesOf(run);
  const paragraphs: string[][] = [[]];
  for (const [index, line] of lines.entries()) {
    const text = trim(line);
    if (text !== '') (paragraphs.at(-1) as string[]).push(text);
    if ((breaks[index] ?? 0) > 1) paragraphs.push([]);
  }
  return paragraphs.filter((texts) => texts.length > 0).map((texts) => texts.join('<br />\n'));
}

/** Lines of inline markup, and the number of line breaks after each. */
interface Lines {
  lines: string[];
  breaks: number[];
}

/** Line breaks of the source beside a `<br />` are ignored; else a blank line counts as two breaks. */
function linesOf(nodes: readonly Node[]): Lines {
  const written: Lines & { pending: Pending } = { lines: [''], breaks: [], pending: nonePending };
  const add = (html: string) => {
    const isFirst = breakCount(written.pending) > 0;
    const text = isFirst ? trimStart(html) : html;
    if (text === '') return;
    if (isFirst) endLine(written);
    written.lines[written.lines.length - 1] += text;
  };
  for (const node of nodes) {
    if (typeof node !== 'string') {
      const { tags, isBlank } = written.pending;
      if (node.name === 'br') written.pending = { tags: tags + 1, ends: 0, isBlank };
      else add(writeInline(node));
      continue;
    }
    for (const [index, line] of node.split('\n').entries()) {
      if (index > 0) written.pending = withLineEnd(written.pending);
      add(line);
    }
  }
  if (breakCount(written.pending) > 0) endLine(written);
  return written;
}

/** Breaks since the last visible text: `<br />` tags, line breaks of the source after them, and blank lines. */
interface Pending {
  tags: number;
  ends: number;
  isBlank: boolean;
}
const nonePending: Pending = { tags: 0, ends: 0, isBlank: false };

const withLineEnd = ({ tags, ends, isBlank }: Pending): Pending => ({
  tags,
  ends: ends + 1,
  isBlank: isBlank || ends > 0,
});

const breakCount = ({ tags, ends, isBlank }: Pending): number => Math.max(tags, isBlank ? 2 : Math.min(ends, 1));

function endLine(written: Lines & { pending: Pending }): void {
  const { lines, breaks, pending } = written;
  lines[lines.length - 1] = trimEnd(lines.at(-1) as string);
  breaks.push(breakCount(pending));
  lines.push('');
  written.pending = nonePending;
}

const trimStart = (text: string): string => text.replace(/^[ \t]+/, '');

/** The lookbehind keeps the time linear. */
const trimEnd = (text: string): string => text.replace(/(?<![ \t])[ \t]+$/, '');

const trim = (text: string): string => trimStart(trimEnd(text));
