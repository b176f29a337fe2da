// Reads the location of an event as a venue.

import { withoutUndefined } from '../../core/objects.ts';
import { splitCommas } from '../../http/params/lists.ts';
import { maxLineLength, parseWebsite } from '../../resources/records/fields.ts';
import type { RelatedColumns } from '../../resources/upsert/types.ts';
import type { NamedRecord } from '../merge/by-name.ts';
import type { Properties } from './properties.ts';

export type Location =
  | { kind: 'venue'; venue: NamedRecord }
  /** An online event. */
  | { kind: 'url'; website: string }
  /** The location is empty. */
  | { kind: 'none' };

/** Undefined if the file contains no location. */
export function readLocation(properties: Properties): Location | undefined {
  const location = properties.first('LOCATION');
  const structured = properties.first('X-APPLE-STRUCTURED-LOCATION');
  if (location === undefined && structured === undefined) return undefined;
  const plain = (text: string) => lineOf(text, properties);
  const { 'x-title': title = '', 'x-address': address = '' } = structured?.parameters ?? {};
  const written = plain(String(location?.values[0] ?? '')).replace(teamsBesideRoom, '');
  const structuredText = title === '' ? '' : plain([title, address].join('\n'));
  // Some programs omit the commas in Apple's property.
  const text = splitCommas(structuredText).length < splitCommas(written).length ? written : structuredText || written;
  if (text === '') return { kind: 'none' };
  const website = /^https?:\/\//i.test(written) ? parseWebsite(written) : undefined;
  if (website !== undefined) return { kind: 'url', website };
  const page = parseWebsite(location?.parameters['altrep'] ?? '');
  const [, name, inParentheses] = page === undefined ? (placeOfMeetup.exec(text) ?? []) : [];
  const venue =
    name === undefined
      ? readPlace(text, plain(location?.parameters['x-name'] ?? ''))
      : readPlace(`${name}, ${inParentheses}`, name);
  // Some programs write a comma instead of the semicolon, or escape either as in texts.
  const [, ...geo] = /^([^;,\\]+)\\?[;,]([^;,\\]+)$/.exec(properties.written('GEO') ?? '') ?? [];
  const [, ...geoOfApple] = /^geo:(-?[\d.]+)\\?,(-?[\d.]+)/.exec(String(structured?.values[0] ?? '')) ?? [];
  const point = pointOf(geo) ?? pointOf(geoOfApple);
  return {
    kind: 'venue',
    venue: { ...venue, columns: { ...venue.columns, ...point }, ...(page === undefined ? {} : { website: page }) },
  };
}

/** Outlook writes `Microsoft Teams Meeting; Room 5`. */
const teamsBesideRoom = /^[^;,\d]{0,15}Microsoft Teams[^;,\d]{0,15}; |; [^;,\d]{0,15}Microsoft Teams[^;,\d]{0,15}$/i;

/** `The Pub (12 High Street, London)`; Kalends, which links the page of a venue, has none of these. */
const placeOfMeetup = /^([^()]+) \(([^(),]+,[^()]+)\)$/;

const lineOf = (text: string, { plain }: Properties): string =>
  text
    .split(/\\n|\r?\n/)
    .map((line) => plain(line).replace(/^[,\s]+|(?<![,\s])[,\s]+$/g, ''))
    .filter((line) => line !== '')
    .join(', ')
    .slice(0, maxLineLength);

/**
 * `Town Hall, 1 Main Street, Springfield, IL 62701, United States`, the order of most address books. Kalends writes names
 * with commas as a parameter (`ownName`).
 */
export function readPlace(text: string, ownName = ''): NamedRecord {
  const isNamed = ownName !== '' && text.startsWith(ownName);
  const [first = '', ...others] = splitCommas(isNamed ? text.slice(ownName.length) : text);
  const [name, parts] = isNamed ? [ownName, [first, ...others].filter(Boolean)] : [first, others];
  // A number directly after the street is usually that of the house.
  const at = parts.findIndex((part, index) => index > 0 && readCode(part, index > 1) !== undefined);
  const code = at < 0 ? undefined : readCode(parts[at] as string, true);
  const { street, city, state, zip, country } = code
    ? splitAround(parts.slice(0, at), code, parts.slice(at + 1))
    : splitByOrder(parts);
  const address = street.join(', ') || undefined;
  return {
    kind: 'venue',
    name,
    columns: withoutUndefined({ address, city, state, stateprovince: state, zip, country }),
  };
}

interface Code {
  state?: string | undefined;
  zip?: string;
  city?: string | undefined;
}

type Address = Code & { street: readonly string[]; country: string | undefined };

/** The country is last. A city that is not written with the code is before it, or after it if only the street is before. */
function splitAround(before: readonly string[], code: Code, after: readonly string[]): Address {
  const country = after.at(-1);
  const rest = after.slice(0, -1);
  if (code.city !== undefined) return { ...code, country, street: [...before, ...rest] };
  if (before.length < 2) return { ...code, country, city: rest[0], street: [...before, ...rest.slice(1)] };
  const hasState = code.state === undefined && endsWithState(before);
  const places = hasState ? before.slice(0, -1) : before;
  const state = hasState ? before.at(-1) : code.state;
  return { ...code, state, country, city: places.at(-1), street: [...places.slice(0, -1), ...rest] };
}

/** Without a code, a country is last of three parts or more; the city is before a state, else after the street. */
function splitByOrder(parts: readonly string[]): Address {
  const hasCountry = !endsWithState(parts) && (parts.length > 2 || countries.test(parts.at(-1) ?? ''));
  const country = hasCountry ? parts.at(-1) : undefined;
  const local = hasCountry ? parts.slice(0, -1) : parts;
  if (endsWithState(local)) return { country, state: local.at(-1), city: local.at(-2), street: local.slice(0, -2) };
  const cityAt = hasCountry && local.length === 1 ? 0 : 1;
  return { country, city: local[cityAt], street: local.toSpliced(cityAt, 1) };
}

/** `FL` after a city. */
const endsWithState = (parts: readonly string[]): boolean =>
  parts.length > 1 && /^[A-Z]{2,3}$/.test(parts.at(-1) ?? '') && !countries.test(parts.at(-1) ?? '');

/** Countries that look like states. */
const countries = /^(?:USA|UK|UAE)$/;

/** Dutch, Swedish, Polish and Portuguese codes, and plain digits, may precede the town; British and Japanese ones follow it. */
const zipBefore =
  /^(?<zip>\d{4} [A-Z]{2}(?![A-Za-z])|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4,6})(?:\s+(?<city>\D{2,}))?$/;
const zipAfter = /^(?![A-Z]{2,3} )(?<city>\D{2,}?)\s+(?<zip>\d{4,6}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|\d{3}-\d{4})$/;

/** `IL 62701`, `10115 Berlin`, `Paris 75001`, `75001`; after a city also `BC V6H 3R8` and `101`. */
function readCode(part: string, isAfterCity: boolean): Code | undefined {
  const { zip, city } = (zipBefore.exec(part) ?? zipAfter.exec(part))?.groups ?? {};
  if (zip !== undefined) return { zip, city: city?.trim() };
  const [, state, own] = /^(?:([A-Z]{2,3})\s+)?(?=[^a-z]*\d)([A-Z\d]{2,5}(?:[ -][A-Z\d]{3,4})?)$/.exec(part) ?? [];
  const isSure = state !== undefined && /^\d{5}(?:-\d{4})?$/.test(own ?? '');
  return own !== undefined && own.length > 2 && (isAfterCity || isSure) ? { state, zip: own } : undefined;
}

type Point = Pick<RelatedColumns, 'geo_lat' | 'geo_lng'>;

/** Some programs write 0;0 for unknown coordinates. */
function pointOf(numbers: readonly string[]): Point | undefined {
  const [lat = Number.NaN, lng = Number.NaN] = numbers.map(Number);
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);
  return isPlace ? { geo_lat: lat, geo_lng: lng } : undefined;
}
