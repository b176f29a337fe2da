import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { runs } from '../../../test/support/runs.ts';
import { contentLine, escapeText, fold, textLine, uriLine } from './content-line.ts';

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...[
        '\r',
        '\n',
        '\r\n',
        '\0',
        '"',
        ';',
        ':',
        ',',
        '\\',
        '\\n',
        '^',
        "^'",
        '\t',
        '\u2028',
        '\u0085',
        '\x1b',
        ' ',
        '=',
      ],
      ...[
        'BEGIN:VEVENT',
        'END:VEVENT',
        'END:VCALENDAR',
        '\r\nATTENDEE:mailto:x',
        '\ud800',
        '日本',
        '🎉',
        'é',
        '\u{1f468}\u200d',
      ],
    ),
    fc.string({ unit: anyCharacter }),
  ),
  maxLength: 120,
});

/** The text after a round trip through iCalendar. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '');

const inCalendar = (line: string): string =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${line}END:VEVENT\r\nEND:VCALENDAR\r\n`;

function onlyEvent(line: string): ICAL.Component {
  const calendar = new ICAL.Component(ICAL.parse(inCalendar(line)));
  expect(calendar.getAllSubcomponents()).toHaveLength(1);
  const event = calendar.getFirstSubcomponent('vevent') as ICAL.Component;
  expect(event.getAllSubcomponents()).toHaveLength(0);
  expect(event.getAllProperties()).toHaveLength(1);
  return event;
}

test('A text is parsed to the same text, and adds no property', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(onlyEvent(textLine('SUMMARY', text)).getFirstPropertyValue('summary')).toBe(plain(text));
    }),
    { numRuns: runs(500) },
  );
});

test('A parameter is parsed to the same text, and adds neither parameter nor property', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const property = onlyEvent(contentLine('ORGANIZER', 'mailto:a@b.example', { CN: text })).getFirstProperty();
      expect(property?.getFirstValue()).toBe('mailto:a@b.example');
      expect(property?.getParameter('cn') ?? '').toBe(plain(text).replaceAll('\\', '\uff3c'));
    }),
    { numRuns: runs(500) },
  );
});

test('A URL contains URI characters only', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const value = String(onlyEvent(uriLine('URL', `https://a.example/${text}`)).getFirstPropertyValue('url'));
      expect(value).toMatch(/^[\x21-\x7e]+$/);
    }),
    { numRuns: runs(100) },
  );
});

test('Lines have at most 75 octets of whole characters and end with CRLF', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const wire = textLine('DESCRIPTION', text);
      expect(wire.endsWith('\r\n')).toBe(true);
      const lines = wire.slice(0, -2).split('\r\n');
      for (const [at, line] of lines.entries()) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.isWellFormed()).toBe(true);
        if (at > 0) expect(line.startsWith(' ')).toBe(true);
      }
      const unfolded = lines.map((line, at) => (at === 0 ? line : line.slice(1))).join('');
      expect(unfolded).toBe(`DESCRIPTION:${escapeText(text)}`);
    }),
    { numRuns: runs(500) },
  );
});

describe('folding', () => {
  test.each([
    ['75 octets stay on their line', 'x'.repeat(75), `${'x'.repeat(75)}\r\n`],
    ['76 octets do not', 'x'.repeat(76), `${'x'.repeat(75)}\r\n x\r\n`],
    ['a character of two octets moves as a whole', `${'x'.repeat(74)}é`, `${'x'.repeat(74)}\r\n é\r\n`],
    ['a character of four octets moves as a whole', `${'x'.repeat(72)}🎉`, `${'x'.repeat(72)}\r\n 🎉\r\n`],
    ['the space counts on further lines', 'x'.repeat(75 + 74 + 1), `${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x\r\n`],
  ])('When a line is folded, %s', (_, line, folded) => {
    expect(fold(line)).toBe(folded);
  });
});
