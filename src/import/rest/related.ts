import type { RelatedKind } from '../../core/kinds.ts';
import { isBlank } from '../../core/text/plain-text.ts';
import { maxLineLength, parseEmail } from '../../resources/records/fields.ts';
import { emptyRelatedColumns, type PlainColumn, plainColumns } from '../../resources/related/table.ts';
import { regionOf } from '../../resources/related/types.ts';
import type { ImportRelated, RelatedColumns } from '../../resources/upsert/types.ts';
import type { Flag } from '../../store/schema.ts';
import { recordKey } from '../keys.ts';
import { type Note, Unusable } from '../report.ts';
import { flagOf, idOf, type RawRecord, shorten, textOf } from '../values.ts';
import { readPublication } from './dates.ts';
import { noteLeftOut } from './left-out.ts';
import type { PageContext } from './page-context.ts';
import { plainOf, readImage } from './record.ts';
import { nameOf, readLanguage, readTexts, slugOfRecord } from './texts.ts';

const on = (value: unknown): Flag => (flagOf(value, true) ? 1 : 0);

export const relatedKey = (raw: RawRecord, kind: RelatedKind, { site }: PageContext): string =>
  recordKey(raw, site, [kind, textOf(raw[kind])]);

/** Reads a venue or organizer, on its own or embedded in an event. */
export function readRelated(listed: RawRecord, kind: RelatedKind, context: PageContext, note: Note): ImportRelated {
  const details = kind === 'venue' ? context.detailsOf?.('venue', idOf(listed['id']) ?? 0) : undefined;
  // Replies omit empty members of venues and organizers.
  const raw: RawRecord = { image: false, ...listed, ...details };
  const title = shorten(nameOf(raw, kind), maxLineLength, 'name', note);
  if (Array.isArray(raw[kind]) && raw['show_map'] === null)
    throw new Unusable('is protected by a password at its source, and not shown');
  if (isBlank(title)) throw new Unusable('has no name');
  noteLeftOut(raw, context, note);
  const id = idOf(raw['id']);
  return {
    kind,
    key: relatedKey(raw, kind, context),
    id,
    externalId: textOf(raw['external_id']) || undefined,
    ...readPublication(raw, context, note),
    author: textOf(raw['author']),
    language: readLanguage(raw),
    texts: readTexts(raw, title, note),
    slug: slugOfRecord(raw),
    columns: { ...readColumns(raw, kind, note), ...readImage(raw, context) },
  };
}

const { geo_lat: _lat, geo_lng: _lng, ...emptyColumns } = emptyRelatedColumns;

function readColumns(raw: RawRecord, kind: RelatedKind, note: Note): RelatedColumns {
  const line = (column: PlainColumn) =>
    column === 'email' ? readEmail(raw, note) : shorten(plainOf(raw[column], raw), maxLineLength, column, note);
  const columns: RelatedColumns = {
    ...emptyColumns,
    ...Object.fromEntries(plainColumns[kind].map((column) => [column, line(column)])),
    show_map: on(raw['show_map']),
    show_map_link: on(raw['show_map_link']),
    ...(kind === 'venue' ? readPoint(raw, note) : {}),
  };
  return raw['stateprovince'] === undefined ? { ...columns, stateprovince: regionOf(columns) } : columns;
}

/** Latitude and longitude, or neither. */
function readPoint(raw: RawRecord, note: Note): Partial<RelatedColumns> {
  const [lat, lng] = [raw['geo_lat'], raw['geo_lng']].map((value) => textOf(value).trim());
  if (!lat || !lng) return {};
  const point = { geo_lat: Number(lat), geo_lng: Number(lng) };
  if (Math.abs(point.geo_lat) <= 90 && Math.abs(point.geo_lng) <= 180) return point;
  note('has invalid coordinates, which are left out', `${lat}, ${lng}`);
  return {};
}

function readEmail(raw: RawRecord, note: Note): string {
  const sent = plainOf(raw['email'], raw).trim();
  const email = sent === '' ? '' : parseEmail(sent);
  if (email === undefined) note('has an invalid e-mail address, which is left out', sent);
  return email ?? '';
}
