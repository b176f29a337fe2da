// The time zone that a file means: by a known name, else by the file's own definition.
import ICAL from 'ical.js';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { toWallSeconds } from '../../core/dates/civil.ts';
import type { Zones } from '../../core/dates/zones.ts';
import { unescapeText } from '../../core/ical/content-line.ts';
import type { ComponentText } from './components.ts';

/** A zone of the database of zones, or one that only the file knows. */
export type FileZone =
  | { kind: 'known'; id: string }
  /** UTC seconds of a wall clock. */
  | { kind: 'own'; toEpoch(wall: string): number };

export interface ZoneBook {
  /** Without a zone for a name that is unknown; the file may define it, in a way that cannot be followed. */
  find(tzid: string): { zone: FileZone; isGuessed: boolean } | { zone?: undefined; isDefined: boolean };
}

interface ZoneBookOptions {
  zones: Zones;
  /** Compared first. */
  siteZone: string;
  /** UTC seconds: definitions are compared for some years around. */
  now: number;
}

/** Of a TZID as a property, where it is a text with its escapes, and as a parameter. Some programs put it in quotes. */
export const plainZoneName = (tzid: string): string =>
  unescapeText(tzid)
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** `definitions` are the file's VTIMEZONEs by the plain names of their TZIDs. */
export function createZoneBook(definitions: ReadonlyMap<string, ComponentText>, options: ZoneBookOptions): ZoneBook {
  const found = new Map<string, ReturnType<ZoneBook['find']>>();
  return {
    find(tzid) {
      const zone = found.get(tzid) ?? look(tzid, definitions.get(plainZoneName(tzid)), options);
      found.set(tzid, zone);
      return zone;
    },
  };
}

function look(
  tzid: string,
  definition: ComponentText | undefined,
  options: ZoneBookOptions,
): ReturnType<ZoneBook['find']> {
  const { zones } = options;
  const named = zoneKnown(tzid, zones) ?? zoneKnown(locationIn(definition), zones);
  if (named !== undefined) return { zone: { kind: 'known', id: named }, isGuessed: false };
  const own = definition && readDefinition(tzid, definition);
  if (own === undefined) {
    const id = zoneShown(plainZoneName(tzid), zones);
    return id === undefined
      ? { isDefined: definition !== undefined }
      : { zone: { kind: 'known', id }, isGuessed: false };
  }
  const twin = twinOf(own, options);
  return { zone: twin === undefined ? { kind: 'own', toEpoch: own } : { kind: 'known', id: twin }, isGuessed: true };
}

/** Also by an offset, and as Windows shows zones to people. */
export const zoneNamed = (name: string, zones: Zones): string | undefined =>
  zoneKnown(name, zones) ?? zoneShown(plainZoneName(name), zones);

/** IANA names, also at the end of a path of some maker's, and those of Windows. */
function zoneKnown(name: string, zones: Zones): string | undefined {
  const text = plainZoneName(name);
  if (text === '' || text.length > 200) return undefined;
  const parts = text.split('/').filter((part) => part !== '');
  const endings = parts.map((_, at) => parts.slice(at).join('/'));
  const known = endings.map((ending) => zones.parse(ending)).find((zone) => zone !== undefined);
  return known ?? zones.parse(windowsZones.get(text.toLowerCase()) ?? '') ?? zoneOfOffset(text, zones);
}

/** `GMT+0200`, `+02:00` */
function zoneOfOffset(text: string, zones: Zones): string | undefined {
  const [, sign, hours, minutes = '00'] = /^(?:GMT|UTC)?([+-])(\d\d?):?(\d\d)?$/i.exec(text) ?? [];
  return sign === undefined ? undefined : zones.parse(`UTC${sign}${hours}:${minutes}`);
}

/** `(UTC+01:00) Amsterdam, Berlin`, `(UTC-05:00) Eastern Time (US & Canada)`: a city or name that has that offset. */
function zoneShown(text: string, zones: Zones): string | undefined {
  const [, sign, hours, minutes, rest] = /^\((?:UTC|GMT)([+-])(\d\d)[:.](\d\d)\) (.{1,150})$/i.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  const named = windowsZones.get(`${/^(.+) Time\b/i.exec(rest)?.[1] ?? rest} standard time`.toLowerCase());
  const cities = rest.split(/[:,;]/).map((city) => `/${city.trim().replaceAll(' ', '_')}`);
  const ofCities = cities.flatMap((city) => Intl.supportedValuesOf('timeZone').filter((id) => id.endsWith(city)));
  return [named, ...ofCities].find((id) => id !== undefined && zones.parse(id) && usualOffset(id, zones) === offset);
}

/** Without summer time. */
const usualOffset = (zone: string, { toEpoch }: Zones): number =>
  Math.min(
    ...['2026-01-01 00:00:00', '2026-07-01 00:00:00'].map(
      (wall) => (toWallSeconds(wall) as number) - toEpoch(wall, zone).epoch,
    ),
  );

/** What CLDR has corrected since: two of these cities went over to another zone's clocks, two names are old spellings. */
const corrections = {
  'argentina standard time': 'America/Argentina/Buenos_Aires',
  'central asia standard time': 'Asia/Bishkek',
  'mountain standard time (mexico)': 'America/Mazatlan',
  utc: 'UTC',
};

/** Territory 001 is the default of each zone. */
const windowsZones: ReadonlyMap<string, string> = new Map([
  ...WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(
    ({ windowsName, iana }) => [windowsName.toLowerCase(), iana[0] ?? ''] as const,
  ),
  ...Object.entries(corrections),
]);

const locationIn = (definition: ComponentText | undefined): string =>
  definition?.lines.map(({ text }) => /^X-LIC-LOCATION[^:]*:(.*)$/i.exec(text)?.[1]).find(Boolean) ?? '';

const mostDefinitionLines = 2000;

type ToEpoch = (wall: string) => number;

/**
 * What clocks follow, and always comes to an end: one day a year, in a month; of a list of days the first is in every
 * month. Others would be expanded without bound.
 */
const clockRule =
  /^RRULE:(?=.*FREQ=YEARLY)(?:(?:FREQ=YEARLY|INTERVAL=1|BYMONTH=(?:[1-9]|1[0-2])|BYDAY=[+-]?[1-4]?(?:MO|TU|WE|TH|FR|SA|SU)|BYMONTHDAY=-?(?:[1-9]|1\d|2[0-8])(?:,-?(?:[1-9]|[12]\d|3[01]))*,?|UNTIL=\d{8}(?:T\d{6}Z?)?|COUNT=\d{1,3}|BYHOUR=(?:1?\d|2[0-3])|BY(?:MINUTE|SECOND)=[1-5]?\d|WKST=[A-Z]{2})(?:;|$))+$/i;

function readDefinition(tzid: string, { lines }: ComponentText): ToEpoch | undefined {
  if (lines.some(({ text }) => /^(?:RRULE|EXRULE)\b/i.test(text) && !clockRule.test(text.trim()))) return undefined;
  const onsets = withSingleOnsets(lines.map((line) => line.text));
  if (onsets.length > mostDefinitionLines) return undefined;
  try {
    const text = ['BEGIN:VTIMEZONE', ...onsets, 'END:VTIMEZONE'].join('\r\n');
    const component = new ICAL.Component(ICAL.parse(text) as never);
    const parts = [...component.getAllSubcomponents('standard'), ...component.getAllSubcomponents('daylight')];
    if (!parts.some((part) => part.hasProperty('tzoffsetto') && part.hasProperty('dtstart'))) return undefined;
    const zone = new ICAL.Timezone({ component, tzid });
    const toEpoch: ToEpoch = (wall) => {
      const [year, month, day, hour, minute, second] = wall.split(/[- :]/).map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const time = new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, zone);
      return (toWallSeconds(wall) as number) - zone.utcOffset(time);
    };
    // ical.js answers NaN for a zone that it cannot compute.
    return Number.isFinite(toEpoch('2000-01-01 00:00:00')) ? toEpoch : undefined;
  } catch {
    return undefined;
  }
}

/** Of RDATE ical.js reads the first value, and leaves DTSTART out beside it. */
function withSingleOnsets(lines: readonly string[]): string[] {
  let first = '';
  let isListed = false;
  return lines.flatMap((line) => {
    const [, start] = /^DTSTART[^:]*:(.*)$/i.exec(line) ?? [];
    const [, name, values] = /^(RDATE[^:]*):(.*)$/i.exec(line) ?? [];
    if (/^BEGIN:/i.test(line)) [first, isListed] = ['', false];
    first = start ?? first;
    isListed ||= values !== undefined;
    if (values !== undefined) return values.split(',').map((value) => `${name}:${value}`);
    return /^END:/i.test(line) && isListed && first !== '' ? [`RDATE:${first}`, line] : [line];
  });
}

const year = 31_556_952;
const twelfth = Math.floor(year / 12);

/**
 * The zone whose clocks show the same from a year ago to three years on, twice a month: one of those that Windows knows,
 * as comparing all takes seconds.
 */
function twinOf(own: ToEpoch, { zones, siteZone, now }: ZoneBookOptions): string | undefined {
  const walls = Array.from({ length: 96 }, (_, at) => zones.toWall(now - year + at * Math.floor(twelfth / 2), 'UTC'));
  const epochs = walls.map((wall) => own(wall));
  const isTwin = (zone: string) => walls.every((wall, at) => zones.toEpoch(wall, zone).epoch === epochs[at]);
  const candidates = new Set([siteZone, ...preferred, ...windowsZones.values()]);
  return [...candidates].find((zone) => zones.parse(zone) !== undefined && isTwin(zone));
}

/** Of zones with the same clocks the most populous comes first. */
const preferred = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
];
