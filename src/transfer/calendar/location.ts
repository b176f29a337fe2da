// Where an event takes place: lines of text become a venue.
import { toPlainText } from '../../core/text/plain-text.ts';
import { parseWebsite } from '../../resources/records/fields.ts';
import type { NamedRecord } from '../merge/named-linked.ts';
import type { LinkedColumns } from '../pages/types.ts';
import type { Properties, Property } from './properties.ts';

export type Location =
  | { kind: 'venue'; venue: NamedRecord }
  /** An online event: its address is no place. */
  | { kind: 'address'; website: string }
  /** Said to be nowhere. */
  | { kind: 'none' };

const longestLine = 2000;

/** Undefined where nothing is said. */
export function readLocation(properties: Properties): Location | undefined {
  const location = properties.first('LOCATION');
  const structured = properties.first('X-APPLE-STRUCTURED-LOCATION');
  if (location === undefined && structured === undefined) return undefined;
  const { 'x-title': title = '', 'x-address': address = '' } = structured?.parameters ?? {};
  const told = plain(String(location?.values[0] ?? ''));
  const text = title === '' ? told : [title, address].filter(Boolean).join(', ');
  if (text === '') return { kind: 'none' };
  const website = /^https?:\/\//i.test(told) ? parseWebsite(told) : undefined;
  if (website !== undefined) return { kind: 'address', website };
  const venue = readPlace(plain(text));
  const point = pointOf(properties.first('GEO')) ?? pointIn(structured);
  const page = parseWebsite(location?.parameters['altrep'] ?? '');
  return {
    kind: 'venue',
    venue: { ...venue, columns: { ...venue.columns, ...point }, ...(page === undefined ? {} : { website: page }) },
  };
}

const plain = (text: string): string =>
  text
    .split(/\\n|\r?\n/)
    .map((line) => toPlainText(line).replace(/^[,\s]+|[,\s]+$/g, ''))
    .filter((line) => line !== '')
    .join(', ')
    .slice(0, longestLine);

/** `Town Hall, 1 Main Street, Springfield, IL 62701, United States`; the order of most address books. */
export function readPlace(text: string): NamedRecord {
  const [name = '', ...rest] = text
    .split(/\s*,\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const columns: Partial<LinkedColumns> = {};
  const address = rest.shift();
  if (address !== undefined) columns.address = address;
  const open: string[] = [];
  for (const part of rest) if (!takeCode(part, columns)) open.push(part);
  const city = columns.city === undefined ? open.shift() : undefined;
  if (city !== undefined) columns.city = city;
  const country = open.pop();
  if (country !== undefined) columns.country = country;
  // What is left has no column of its own.
  if (open.length > 0) columns.address = [columns.address, ...open].filter(Boolean).join(', ');
  return { kind: 'venue', name, columns };
}

/** `IL 62701`, `10115 Berlin`, `Paris 75001`, `75001`. */
function takeCode(part: string, columns: Partial<LinkedColumns>): boolean {
  if (columns.zip !== undefined) return false;
  const [, state, stateZip] = /^([A-Z]{2})\s+(\d{5}(?:-\d{4})?)$/.exec(part) ?? [];
  if (state !== undefined && stateZip !== undefined) {
    columns.state = state;
    columns.stateprovince = state;
    columns.zip = stateZip;
    return true;
  }
  const [, before, town, after] =
    /^(\d{4,6})(?:\s+(\D{2,}))?$/.exec(part) ?? swapped(/^(\D{2,}?)\s+(\d{4,6})$/.exec(part)) ?? [];
  const zip = before ?? after;
  if (zip === undefined) return false;
  columns.zip = zip;
  if (town !== undefined && columns.city === undefined) columns.city = town.trim();
  return true;
}

const swapped = (match: RegExpExecArray | null): (string | undefined)[] | undefined =>
  match === null ? undefined : [match[0], match[2], match[1]];

type Point = Pick<LinkedColumns, 'geo_lat' | 'geo_lng'>;

function pointOf(property: Property | undefined): Point | undefined {
  const [lat, lng] = Array.isArray(property?.values[0]) ? property.values[0].map(Number) : [];
  return asPoint(lat, lng);
}

function pointIn(property: Property | undefined): Point | undefined {
  const [, lat, lng] = /^geo:(-?[\d.]+),(-?[\d.]+)/.exec(String(property?.values[0] ?? '')) ?? [];
  return lat === undefined ? undefined : asPoint(Number(lat), Number(lng));
}

/** Programs write 0;0 for a place that they do not know. */
function asPoint(lat = Number.NaN, lng = Number.NaN): Point | undefined {
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);
  return isPlace ? { geo_lat: lat, geo_lng: lng } : undefined;
}
