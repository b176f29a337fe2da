// Time zones of a calendar file: by name, else by the file's own VTIMEZONE.
import ICAL from 'ical.js';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { toWallSeconds } from '../../core/dates/civil.ts';
import type { Zones } from '../../core/dates/zones.ts';
import { attempt } from '../../core/errors.ts';
import { unescapeText } from '../../core/ical/content-line.ts';
import type { ReadContext } from '../../http/params/field.ts';
import type { ComponentText } from './components.ts';

/** A zone of the tz database, or one that only the file defines. */
export interface FileZone {
  /** Zone of events with such times; for one that only the file defines, the default zone. */
  id: string;
  isOwn: boolean;
  /** Moves a skipped time. Times of a zone that only the file defines come back in the default zone. */
  toEpoch(wall: string): { epoch: number; wall: string };
  toWall(epoch: number): string;
}

export const knownZone = (id: string, zones: Zones): FileZone => ({
  id,
  isOwn: false,
  toEpoch: (wall) => zones.toEpoch(wall, id),
  toWall: (epoch) => zones.toWall(epoch, id),
});

const ownZone = (toEpoch: ToEpoch, defaultZone: FileZone): FileZone => ({
  ...defaultZone,
  isOwn: true,
  toEpoch(wall) {
    const epoch = toEpoch(wall);
    return { epoch, wall: defaultZone.toWall(epoch) };
  },
});

interface FoundZone {
  /** Undefined if neither the name nor the file's definition can be used. */
  zone: FileZone | undefined;
  /** Why it may not be what the file means. */
  remark?: string;
}

export type FindZone = (tzid: string) => FoundZone;

/** A TZID property is escaped text, a TZID parameter is not. Some programs add quotes. */
export const plainZoneName = (tzid: string): string =>
  unescapeText(tzid)
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** `definitions` are the file's VTIMEZONEs by the plain names of their TZIDs; `siteZone` is its default zone. */
export function createZoneFinder(definitions: ReadonlyMap<string, ComponentText>, options: ReadContext): FindZone {
  const found = new Map<string, FoundZone>();
  return (tzid) => {
    const zone = found.get(tzid) ?? look(tzid, definitions.get(plainZoneName(tzid)), options);
    found.set(tzid, zone);
    return zone;
  };
}

function look(tzid: string, definition: ComponentText | undefined, options: ReadContext): FoundZone {
  const { zones, siteZone } = options;
  const named = zoneByName(tzid, zones) ?? zoneByName(locationIn(definition), zones);
  if (named !== undefined) return { zone: knownZone(named, zones) };
  const own = definition && readDefinition(tzid, definition);
  if (own === undefined) {
    const id = zoneByDisplayName(plainZoneName(tzid), zones);
    if (id !== undefined) return { zone: knownZone(id, zones) };
    const why = definition
      ? 'whose definition in the file cannot be used'
      : 'that is neither known nor defined in the file';
    return { zone: undefined, remark: `has a time zone ${why}; its hours are read in ${siteZone}` };
  }
  const equivalent = equivalentOf(own, options);
  if (equivalent !== undefined) {
    const remark = 'has a time zone of its own; it is replaced by one with the same offsets';
    return { zone: knownZone(equivalent, zones), remark };
  }
  const remark = `has a time zone that only the file defines; its times are converted to ${siteZone}`;
  return { zone: ownZone(own, knownZone(siteZone, zones)), remark };
}

/** Accepts IANA and Windows names, offsets, and Windows display names. */
export const zoneNamed = (name: string, zones: Zones): string | undefined =>
  zoneByName(name, zones) ?? zoneByDisplayName(plainZoneName(name), zones);

/** IANA names, also at the end of a vendor's path, Windows names, and offsets. */
function zoneByName(name: string, zones: Zones): string | undefined {
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

/** `(UTC+01:00) Amsterdam, Berlin`, `(UTC-05:00) Eastern Time (US & Canada)`: a city or name with that offset. */
function zoneByDisplayName(text: string, zones: Zones): string | undefined {
  const [, sign, hours, minutes, rest] = /^\((?:UTC|GMT)([+-])(\d\d)[:.](\d\d)\) (.{1,150})$/i.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  const named = windowsZones.get(`${/^(.+) Time\b/i.exec(rest)?.[1] ?? rest} standard time`.toLowerCase());
  const cities = rest.split(/[:,;]/).map((city) => `/${city.trim().replaceAll(' ', '_')}`);
  const ofCities = cities.flatMap((city) => Intl.supportedValuesOf('timeZone').filter((id) => id.endsWith(city)));
  return [named, ...ofCities].find((id) => id !== undefined && zones.parse(id) && usualOffset(id, zones) === offset);
}

/** Offset of standard time. */
const usualOffset = (zone: string, { toEpoch }: Zones): number =>
  Math.min(
    ...['2026-01-01 00:00:00', '2026-07-01 00:00:00'].map(
      (wall) => (toWallSeconds(wall) as number) - toEpoch(wall, zone).epoch,
    ),
  );

/** Later corrections in CLDR: two cities have changed their clocks, two names are old spellings. */
const corrections = {
  'argentina standard time': 'America/Argentina/Buenos_Aires',
  'central asia standard time': 'Asia/Bishkek',
  'mountain standard time (mexico)': 'America/Mazatlan',
  utc: 'UTC',
};

/** Territory 001 has the default city of each zone. */
const windowsZones: ReadonlyMap<string, string> = new Map([
  ...WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map(
    ({ windowsName, iana }) => [windowsName.toLowerCase(), iana[0] ?? ''] as const,
  ),
  ...Object.entries(corrections),
]);

const locationIn = (definition: ComponentText | undefined): string =>
  definition?.lines.map(({ text }) => /^X-LIC-LOCATION[^:]*:(.*)$/i.exec(text)?.[1]).find(Boolean) ?? '';

const maxDefinitionLines = 2000;

type ToEpoch = (wall: string) => number;

/**
 * Rules of clock changes: one day a year in a given month. ical.js would expand rules without instances forever, such as
 * 30 February; hence the first day of a list must exist in every month.
 */
const clockRule =
  /^RRULE:(?=.*FREQ=YEARLY)(?:(?:FREQ=YEARLY|INTERVAL=1|BYMONTH=(?:[1-9]|1[0-2])|BYDAY=[+-]?[1-4]?(?:MO|TU|WE|TH|FR|SA|SU)|BYMONTHDAY=-?(?:[1-9]|1\d|2[0-8])(?:,-?(?:[1-9]|[12]\d|3[01]))*,?|UNTIL=\d{8}(?:T\d{6}Z?)?|COUNT=\d{1,3}|BYHOUR=(?:1?\d|2[0-3])|BY(?:MINUTE|SECOND)=[1-5]?\d|WKST=[A-Z]{2})(?:;|$))+$/i;

function readDefinition(tzid: string, { lines }: ComponentText): ToEpoch | undefined {
  if (lines.some(({ text }) => /^(?:RRULE|EXRULE)\b/i.test(text) && !clockRule.test(text.trim()))) return undefined;
  const onsets = withSingleOnsets(lines.map((line) => line.text));
  if (onsets.length > maxDefinitionLines) return undefined;
  return attempt(() => {
    const text = ['BEGIN:VTIMEZONE', ...onsets, 'END:VTIMEZONE'].join('\r\n');
    const component = new ICAL.Component(ICAL.parse(text) as never);
    const parts = [...component.getAllSubcomponents('standard'), ...component.getAllSubcomponents('daylight')];
    if (!parts.some((part) => part.hasProperty('tzoffsetto') && part.hasProperty('dtstart'))) return undefined;
    const zone = new ICAL.Timezone({ component, tzid });
    const toEpoch: ToEpoch = (wall) =>
      (toWallSeconds(wall) as number) - zone.utcOffset(ICAL.Time.fromDateTimeString(wall.replace(' ', 'T')));
    // ical.js returns NaN for a zone that it cannot evaluate.
    return Number.isFinite(toEpoch('2000-01-01 00:00:00')) ? toEpoch : undefined;
  });
}

/** ical.js reads only the first value of RDATE, and ignores DTSTART beside it: each onset gets an RDATE of its own. */
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
 * The zone with the same offsets from a year ago to three years ahead, compared twice a month. Only zones that Windows has
 * are compared, because comparing all takes seconds.
 */
function equivalentOf(own: ToEpoch, { zones, siteZone, now }: ReadContext): string | undefined {
  const walls = Array.from({ length: 96 }, (_, at) => zones.toWall(now - year + at * Math.floor(twelfth / 2), 'UTC'));
  const epochs = walls.map((wall) => own(wall));
  const isEquivalent = (zone: string) => walls.every((wall, at) => zones.toEpoch(wall, zone).epoch === epochs[at]);
  const candidates = new Set([siteZone, ...preferred, ...windowsZones.values()]);
  return [...candidates].find((zone) => zones.parse(zone) !== undefined && isEquivalent(zone));
}

/** Among zones with the same offsets, the most populous comes first. */
const preferred = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
];
