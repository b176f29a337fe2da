// The properties of one event, as ical.js parses them.
import ICAL from 'ical.js';
import { parseWall } from '../../core/dates/civil.ts';
import { attempt } from '../../core/errors.ts';
import { utcValue } from '../../core/ical/date-time.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { Unusable } from '../report.ts';
import { plainTextOf } from '../values.ts';
import type { ComponentText, EventProperty } from './components.ts';
import { type ContentLine, isQuotedPrintable, lineValue, nameOf } from './content-lines.ts';

export interface Property {
  name: string;
  /** By lower-case names. */
  parameters: Readonly<Record<string, string>>;
  type: string;
  values: readonly unknown[];
}

export type Properties = ReturnType<typeof readProperties>;

type Parsed = [name: string, parameters: Record<string, string | string[]>, type: string, ...values: unknown[]];

const isRule = (line: ContentLine): boolean => !line.isCut && /^(?:RRULE|EXRULE)$/.test(nameOf(line));

/** `isOurs` of a file that Kalends wrote. */
export function readProperties({ lines }: Pick<ComponentText, 'lines'>, isOurs = false) {
  const [rules, others] = [lines.filter(isRule), lines.filter((line) => !isRule(line))];
  const parsed = others.map((line) => ({ line, property: parseLine(line) }));
  const broken = parsed.filter(({ property }) => property === undefined).map(({ line }) => line);
  const byName = Map.groupBy(
    parsed.flatMap(({ property }) => property ?? []),
    ({ name }) => name,
  );
  const essential = broken.find((line) => /^(?:UID|SUMMARY|DT|RECURRENCE|RDATE|EXDATE)/.test(nameOf(line)));
  if (essential) throw new Unusable('has a line that cannot be read', `line ${essential.number}, ${nameOf(essential)}`);
  const all = (name: EventProperty): readonly Property[] => byName.get(name) ?? [];
  const first = (name: EventProperty) => all(name)[0];
  return {
    all,
    first,
    /** A title or name on one line. Kalends writes plain text, as the format requires; others may leave entities in it. */
    plain: isOurs ? toPlainText : plainTextOf,
    /** The first value as text; undefined if there is no such property. */
    text(name: EventProperty): string | undefined {
      const property = first(name);
      return property && String(property.values[0] ?? '');
    },
    /** The first value as written in the file: ical.js alters dates that it cannot parse. */
    written(name: EventProperty): string | undefined {
      const line = lines.find((line) => nameOf(line) === name);
      return line && lineValue(line);
    },
    /** As written, without empty ones; ical.js does not parse them. */
    rules: (name: 'RRULE' | 'EXRULE'): readonly string[] =>
      rules
        .filter((line) => nameOf(line) === name)
        .map(lineValue)
        .filter((rule) => rule !== ''),
    /** Lines that could not be parsed and were left out. */
    broken,
  };
}

function parseLine(line: ContentLine): Property | undefined {
  const { text, isCut } = line;
  if (isCut) return undefined;
  const parse = ICAL.parse.property as (line: string) => Parsed;
  const parsed = attempt(() => parse(dateNames.test(text) ? correctedDate(text) : text));
  if (parsed === undefined) return undefined;
  const [, parameters, type, ...written] = parsed;
  const values = isQuotedPrintable(text) ? written.map(decoded) : written;
  return { name: nameOf(line), parameters: oneEach(parameters), type, values };
}

/** `=C3=A9` as `é` */
const decoded = (value: unknown): string =>
  String(value).replace(/(?:=[\dA-F]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

const dateNames = /^(?:DTSTART|DTEND|DTSTAMP|LAST-MODIFIED|CREATED|RECURRENCE-ID|RDATE|EXDATE)[;:]/i;

/**
 * Some programs write offsets from UTC or fractions of a second, which the format does not have (RFC 5545, 3.3.5): the
 * parser ignores offsets, and `Z` after a fraction. Others write VALUE=DATE before a time, which it would ignore.
 * Exchange writes `TZID=tzone://Microsoft/Utc` without the quotes that its colon needs.
 */
const correctedDate = (line: string): string =>
  inBasicForm(line)
    .replace(/;VALUE=DATE(?=[;:].*\dT(?!000000)\d{6})/i, '')
    .replace(/(?<=;TZID=)([a-z]+:\/\/[^":;]*)(?=[:;])/i, '"$1"')
    .replace(/(?<=[:,/]\d{8}T\d{6})\.\d+/g, '')
    .replace(/(?<=[:,/])(\d{8}T\d{6})([+-]\d\d):?(\d\d)(?=[,/]|\s*$)/g, toUtc);

/** `20270131T090000` for `2027-01-31T09:00:00` and for times without seconds, which some programs write. */
export const inBasicForm = (text: string): string =>
  text.replace(
    /(?<=[:,/=])(\d{4})-?(\d\d)-?(\d\d)(?:(T\d\d):?(\d\d)(?::?(\d\d))?)?(?!\d)/g,
    (_, year, month, day, hour, minute, second = '00') => year + month + day + (hour ? hour + minute + second : ''),
  );

function toUtc(written: string, clock: string, hours: string, minutes: string): string {
  const wall = parseWall(clock.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6'));
  if (wall === undefined) return written;
  const offset = Number(hours) * 3600 + Number(`${hours[0]}${minutes}`) * 60;
  return utcValue(wall - offset);
}

const oneEach = (parameters: Record<string, string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), String(value)]));
